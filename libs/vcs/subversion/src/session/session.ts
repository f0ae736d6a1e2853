import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TransferGate, TransferGrant } from '@holdfast/vcs-spi';
import type { TalkRoom } from '@holdfast/vcs-spi/engine';
import { CommitDecision } from '../writing/commit-decision.js';
import type { CommitTurns } from '../writing/commit-turns.js';
import { isTransactionOf, unfitIn } from '../writing/open-transactions.js';
import { saysTooMuch } from '../writing/transaction-props.js';
import type { AskedHook } from './hook-questions.js';

/** How often is looked whether a commit has been made (ms). */
const every = 20;

/** What conversations stand on when they commit. */
export interface SessionParts {
  gate: TransferGate;
  commits: CommitTurns;
  /** How long a commit waits for those before it (ms). */
  patience: number;
  /** Hears of every revision. */
  committed: (directory: string) => void;
}

/** One conversation with `svnserve`: what its hooks ask, and what became of that. */
export class Session {
  private readonly open = new Set<Promise<void>>();
  private isOver = false;

  constructor(
    private readonly parts: SessionParts,
    private readonly grant: TransferGrant,
    private readonly room: TalkRoom,
  ) {}

  async asked({ name, words }: AskedHook, answer: (refusal?: string) => void): Promise<void> {
    if (this.grant.service !== 'serve' || this.isOver) return answer('this conversation is over');
    if (name === 'pre-revprop-change') return answer(await this.revising(words[2]));
    if (name === 'pre-lock') return answer(await this.room.refusalOfAll());
    const commit = this.commit(words[0], answer);
    this.open.add(commit);
    await commit.finally(() => this.open.delete(commit));
  }

  /** The program has ended. Resolves when what became of its commits has been told. */
  async end(): Promise<void> {
    this.isOver = true;
    await Promise.allSettled(this.open);
  }

  /** The turn of the next commit comes when this one is made or given up: then its transaction is gone. */
  private async commit(transaction: string, answer: (refusal?: string) => void): Promise<void> {
    const { gate, commits, patience, committed } = this.parts;
    const { directory, author = '' } = this.grant;
    if (await saysTooMuch(directory, transaction)) return answer('the message of a revision may have 1 MiB');
    const unfit = await unfitIn(directory, transaction);
    if (unfit !== undefined) return answer(unfit);
    if (!(await isTransactionOf(author, directory, transaction)))
      return answer('a revision is of who makes it');
    const done = await commits.run(directory, patience, async () => {
      const decision = new CommitDecision(gate, this.grant);
      try {
        const refusal = (await this.room.refusalOfAll()) ?? (await decision.refusal());
        answer(refusal);
        if (refusal !== undefined) return true;
        const lies = join(directory, 'db', 'transactions', `${transaction}.txn`);
        while (!this.isOver && (await isThere(lies))) await sleep(every);
      } finally {
        await decision.end();
      }
      committed(directory);
      return true;
    });
    if (!done) answer('other commits are under way, try again');
  }

  /** Why a property of a revision may not be changed. */
  private async revising(property: string | undefined): Promise<string | undefined> {
    if (property !== 'svn:log') return 'only the message of a revision can be changed';
    const { kind, repository, principal } = this.grant;
    const standing = await this.parts.gate.stands({ kind, service: 'revise', repository, principal });
    return standing.allowed ? undefined : standing.reason;
  }
}

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );
