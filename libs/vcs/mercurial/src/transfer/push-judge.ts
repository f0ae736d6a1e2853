import { randomUUID } from 'node:crypto';
import { within } from '@holdfast/kernel';
import type { PushAnswer, RefUpdate, TransferGate, TransferGrant } from '@holdfast/vcs-spi';
import type { PushRoom } from '@holdfast/vcs-spi/engine';
import type { PushJudge, PushVerdict } from './push-questions.js';

/** How long a decision may take, with all that is asked for it (ms). */
const deciding = 30_000;
/** What is accepted is written in less (ms): all that is large has been written before. */
const committing = 15_000;
/** More refused names are not told one by one. */
const mostTold = 100;

const undecided: PushVerdict = {
  accepted: false,
  reasons: ['the server could not decide about this push, try again'],
};

interface JudgeSettings {
  gate: TransferGate;
  room: PushRoom;
  /** How many names one push may change. */
  most: number;
}

/** Decides about the transactions of one transfer, one after the other, and reports what became of each. */
export class TransactionJudge implements PushJudge {
  /** Something was committed. */
  changed = false;
  private open: string | undefined;
  /** The last question; once it is over, an answer that comes is that to nobody. */
  private asking = { isOver: false };
  /** The transfer is over: what would be allowed from now on nobody would tell the end of. */
  private isFinished = false;
  private over: () => void = () => undefined;

  constructor(
    private readonly grant: TransferGrant,
    private readonly settings: JudgeSettings,
  ) {}

  async judge(updates: readonly RefUpdate[], bytes: number): Promise<PushVerdict> {
    await this.ended(true);
    const { gate, room, most } = this.settings;
    if (this.grant.service !== 'write') return refusedAs('you may read this repository, but not push to it');
    if (updates.length > most) return refusedAs(`a push may change ${most} names at most`);
    const full = await room.refusalOfWritten(() => Promise.resolve(bytes));
    if (full !== undefined) return refusedAs(full);
    if (this.isFinished) return undecided;
    gate.storage?.wrote(this.grant.directory);
    if (updates.length === 0) return this.standing();
    const asking = { isOver: false };
    this.asking = asking;
    const verdict = this.decide(updates, asking).catch(() => undecided);
    return within(deciding, verdict, () => {
      asking.isOver = true;
      return undecided;
    });
  }

  /** The transfer is over: nobody waits for a decision any more. */
  async finish(): Promise<void> {
    this.isFinished = true;
    this.asking.isOver = true;
    await this.ended(true);
  }

  /** A transaction is over. What nobody was asked about is no push. */
  async ended(committed: boolean): Promise<void> {
    const { open: id } = this;
    if (committed) this.settings.gate.storage?.wrote(this.grant.directory);
    if (id === undefined) return;
    this.open = undefined;
    this.over();
    this.changed ||= committed;
    const { kind, directory, repository, principal } = this.grant;
    const report = { id, kind, directory, repository, principal, accepted: true, changed: committed };
    await this.settings.gate.ended(report);
  }

  /** Waits for the end of a transaction that may be committed and of which nobody is told any more. */
  async settled(): Promise<void> {
    if (this.open === undefined) return;
    const over = new Promise<void>((resolve) => (this.over = resolve));
    await within(committing, over, () => undefined);
  }

  /** Nothing that has a name changes: new heads beside others, phases. */
  private async standing(): Promise<PushVerdict> {
    const standing = await this.settings.gate.stands(this.grant).catch(() => undefined);
    if (!standing) return undecided;
    return standing.allowed ? { accepted: true } : refusedAs(standing.reason);
  }

  private async decide(
    updates: readonly RefUpdate[],
    asking: { readonly isOver: boolean },
  ): Promise<PushVerdict> {
    const { kind, directory, repository, principal } = this.grant;
    const id = randomUUID();
    // Changesets are only ever added: no name loses any.
    const forced = () => Promise.resolve(new Set<string>());
    const push = { id, kind, directory, repository, principal, updates, options: [] };
    const answer = await this.settings.gate.decide({ ...push, deadline: Date.now() + deciding, forced });
    if (answer.accepted) {
      this.open = id;
      if (!asking.isOver) return { accepted: true };
      await this.ended(false);
      return undecided;
    }
    const reasons = await linesOf(answer);
    await this.settings.gate.ended({
      ...{ id, kind, directory, repository, principal },
      ...{ accepted: false, changed: false },
    });
    return reasons.length > 0 ? { accepted: false, reasons } : undecided;
  }
}

const refusedAs = (reason: string): PushVerdict => ({ accepted: false, reasons: [reason] });

const linesOf = async (answer: PushAnswer & { accepted: false }): Promise<string[]> => {
  const lines: string[] = [];
  for await (const { name, reason } of answer.reasons) {
    lines.push(`${name.replace(/\p{Cc}/gu, '\ufffd')}: ${reason}`);
    if (lines.length === mostTold) break;
  }
  return lines;
};
