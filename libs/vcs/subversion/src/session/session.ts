import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TransferGate, TransferGrant } from '@holdfast/vcs-spi';
import { BodyFailure, isThere, type TalkRoom } from '@holdfast/vcs-spi/engine';
import { youngestIn } from '../process/youngest.js';
import { beginMaking } from '../writing/being-made.js';
import { CommitDecision } from '../writing/commit-decision.js';
import type { CommitTurns } from '../writing/commit-turns.js';
import { endedRight } from '../writing/ended-right.js';
import { leastWritten } from '../writing/least-written.js';
import type { LookTurns } from '../writing/look-turns.js';
import { transactionKey, type TransactionGates } from '../writing/transaction-gates.js';
import type { TransactionContents } from '../writing/transaction-contents.js';
import { outgrown, sizeOf } from '../writing/transaction-growth.js';
import { isTooLong, isTransactionOf, saysTooMuch } from '../writing/transaction-props.js';
import { unfitIn } from '../writing/unfit-transaction.js';
import type { AskedHook } from './hook-questions.js';

/** How often is looked whether a commit has been made (ms). */
const every = 20;

const isStillChanged = 'the transaction is still being changed, try again';

/** What conversations stand on when they commit. */
export interface SessionParts {
  gate: TransferGate;
  commits: CommitTurns;
  looks: LookTurns;
  contents: Pick<TransactionContents, 'unfit'>;
  transactions: TransactionGates;
  /** How long a commit waits for changes of what is to be committed, and beside others of its account (ms). */
  patience: number;
  /** How long it waits for those of others (ms). */
  alone: number;
  /** How long making a revision may take (ms): then the conversation is ended. */
  making: number;
  /** Hears of every revision. */
  committed: (directory: string) => void;
  /** Hears of every change of what a revision says of itself, before it and when its conversation is over. */
  revising: (directory: string) => void;
}

/** One conversation with `svnserve`: what its hooks ask, and what became of that. */
export class Session {
  private readonly open = new Set<Promise<void>>();
  private readonly broken = new AbortController();
  private readonly over = new AbortController();
  private letGo = (): void => undefined;
  /** The transaction that it has begun last. */
  private transaction: string | undefined;
  /** What all its locks and transactions take, however little is said of them (bytes). */
  private least = 0;
  private hasRevised = false;
  /** Transactions that are looked on. */
  private watched = 0;

  /** Aborted where the conversation is to be ended, with the failure that its client is told. */
  readonly stuck = this.broken.signal;

  constructor(
    private readonly parts: SessionParts,
    private readonly grant: TransferGrant,
    private readonly room: TalkRoom,
  ) {}

  private get isOver(): boolean {
    return this.over.signal.aborted;
  }

  /** It has begun what others wait for to end: a transaction, or a revision. */
  get isWriting(): boolean {
    return this.watched > 0 || this.open.size > 0;
  }

  async asked({ name, words }: AskedHook, answer: (refusal?: string) => void): Promise<void> {
    if (this.grant.service !== 'serve' || this.isOver) return answer('this conversation is over');
    if (name === 'pre-revprop-change') return answer(await this.revise(words[2]));
    if (name === 'pre-lock') return answer(await this.refusalOfMore());
    if (name === 'start-commit') return answer(await this.begun(words[2]));
    const commit = this.commit(words[0], answer);
    this.open.add(commit);
    await commit.finally(() => this.open.delete(commit));
  }

  /** The program has ended. Resolves when what became of its commits has been told. */
  async end(): Promise<void> {
    this.over.abort();
    // Its removal may have been cut off behind that of the mark.
    if (this.transaction !== undefined)
      await beginMaking(this.grant.directory, this.transaction).catch(() => undefined);
    this.letGo();
    if (this.hasRevised) this.parts.revising(this.grant.directory);
    await Promise.allSettled(this.open);
  }

  /**
   * The program has begun a transaction, one at a time, and is its only writer from here on: it changes nothing before
   * it has the answer, and what others had begun by then is over.
   */
  private async begun(transaction: string): Promise<string | undefined> {
    const { transactions, patience } = this.parts;
    if (await saysTooMuch(this.grant.directory, transaction)) return isTooLong;
    const full = await this.refusalOfMore();
    if (full !== undefined) return full;
    const key = transactionKey(this.grant.directory, transaction);
    const keep = async (): Promise<boolean> => {
      if (this.isOver) return false;
      this.letGo();
      this.letGo = transactions.keep(key);
      this.transaction = transaction;
      // Whatever ends this conversation in the midst of a change, also of the whole process: nobody goes on with that.
      await beginMaking(this.grant.directory, transaction);
      return true;
    };
    const done = await transactions.alone(key, patience, keep);
    if (!done?.result) return isStillChanged;
    void this.watch(transaction);
    return undefined;
  }

  /** What is made of a transaction has room, or the conversation has its end. */
  private async watch(transaction: string): Promise<void> {
    const roomFor = (bytes: number) => this.room.refusalOfMade(bytes + this.least);
    this.watched += 1;
    const refusal = await outgrown(this.grant.directory, transaction, roomFor, this.over.signal);
    this.watched -= 1;
    if (refusal !== undefined) this.broken.abort(new BodyFailure('refused', 507, refusal));
  }

  /** Why there is no room for one more lock or transaction. */
  private refusalOfMore(): Promise<string | undefined> {
    this.least += leastWritten;
    return this.room.refusalOfAll(this.least);
  }

  /** From the look at a transaction until it is a revision nobody changes it, also not who began it. */
  private async commit(transaction: string, answer: (refusal?: string) => void): Promise<void> {
    const { transactions, patience } = this.parts;
    const key = transactionKey(this.grant.directory, transaction);
    const done = await transactions.alone(key, patience, () => this.make(transaction, answer));
    if (!done) answer(isStillChanged);
  }

  private async make(transaction: string, answer: (refusal?: string) => void): Promise<void> {
    const { gate, commits, looks, contents, patience, alone, committed } = this.parts;
    const { directory, author = '' } = this.grant;
    if (await saysTooMuch(directory, transaction)) return answer(isTooLong);
    const { account } = this.grant.owner;
    const gone = this.over.signal;
    const inContents = () => contents.unfit(this.grant, transaction, gone);
    const look = () => unfitIn(directory, transaction, gone, inContents);
    const unfit = await looks.run(account, alone, gone, look);
    if (unfit !== undefined) return answer(unfit);
    if (!(await isTransactionOf(author, directory, transaction)))
      return answer('a revision is of who makes it');
    const made = (await sizeOf(directory, transaction)) ?? 0;
    const commit = async (enough: AbortSignal): Promise<true> => {
      const decision = new CommitDecision(gate, this.grant);
      try {
        const before = await youngestIn(directory);
        const full = await this.room.refusalOfMade(made + this.least);
        const refusal = full ?? (await decision.refusal());
        if (refusal === undefined) await beginMaking(directory, transaction);
        answer(refusal);
        if (refusal !== undefined) return true;
        await this.made(transaction, before, enough);
      } finally {
        await decision.end();
      }
      committed(directory);
      return true;
    };
    const waits = { alone, beside: patience, gone };
    const done = await commits.run(directory, waits, commit, account);
    if (!done) answer('other commits are under way, try again');
  }

  /**
   * The turn of the next commit comes when this one is made or given up: there is its revision then, or its transaction
   * is gone. Where neither comes to be, the right to it ends, or it is `enough`, the conversation has its end.
   */
  private async made(transaction: string, before: number, enough: AbortSignal): Promise<void> {
    const { directory } = this.grant;
    const over = new AbortController();
    const lies = join(directory, 'db', 'transactions', `${transaction}.txn`);
    const tooLong = new BodyFailure('late', 503, 'the commit took too long, try again');
    const late = setTimeout(() => this.broken.abort(tooLong), this.parts.making);
    const isOpen = async () =>
      (await isThere(lies)) && (await youngestIn(directory).catch(() => before)) === before;
    const signals = { over: over.signal, enough };
    const right = endedRight(this.parts.gate, this.grant, async () => !(await isOpen()), signals);
    void right.then((failure) => failure && this.broken.abort(failure));
    try {
      while (!this.isOver && (await isOpen())) await sleep(every);
    } finally {
      over.abort();
      clearTimeout(late);
    }
  }

  /** Why a property of a revision may not be changed. */
  private async revise(property: string | undefined): Promise<string | undefined> {
    if (property !== 'svn:log') return 'only the message of a revision can be changed';
    const { kind, repository, principal, directory } = this.grant;
    this.parts.revising(directory);
    this.hasRevised = true;
    const standing = await this.parts.gate.stands({ kind, service: 'revise', repository, principal });
    return standing.allowed ? undefined : standing.reason;
  }
}
