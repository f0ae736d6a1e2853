import { randomUUID } from 'node:crypto';
import { within } from '@holdfast/kernel';
import type { RefRefusal, TransferGate, TransferGrant } from '@holdfast/vcs-spi';
import { youngestIn } from '../process/youngest.js';
import { headRef } from './commit-refs.js';

/** So long is waited for a decision (ms). */
const deciding = 20_000;
const undecided = 'the server could not decide about this commit, try again';

/** What became of a commit: why it was not made, or the answer to it, which has begun. */
export interface CommitMade {
  readonly refusal?: string;
  readonly relayed?: Promise<void>;
}

/** What is decided about a commit that is about to be made, and what became of it. One at a time in a repository. */
export class CommitDecision {
  private readonly id = randomUUID();
  private before = 0;
  private isAsked = false;
  private isAccepted = false;

  constructor(
    private readonly gate: TransferGate,
    private readonly grant: TransferGrant,
  ) {}

  /** Why the commit may not be made, in one line; undefined: it may. */
  async refusal(): Promise<string | undefined> {
    const { kind, directory, repository, principal } = this.grant;
    this.before = await youngestIn(directory);
    const update = {
      ...{ ref: headRef, sort: 'other' as const, name: headRef, new: String(this.before + 1) },
      ...(this.before === 0 ? {} : { old: String(this.before) }),
    };
    const push = {
      ...{ id: this.id, kind, directory, repository, principal, options: [], updates: [update] },
      deadline: Date.now() + deciding,
      forced: () => Promise.resolve(new Set<string>()),
    };
    this.isAsked = true;
    const no = { accepted: false as const, reasons: [] };
    const answer = await within(deciding, this.gate.decide(push), () => no).catch(() => no);
    this.isAccepted = answer.accepted;
    return answer.accepted ? undefined : firstOf(answer.reasons);
  }

  /** Whether the commit is there: nobody else has a turn to make a revision. */
  async isMade(): Promise<boolean> {
    return (await youngestIn(this.grant.directory).catch(() => this.before)) > this.before;
  }

  /** To be called when whoever was to make the commit has made it, or will not any more. Again, it does nothing. */
  async end(): Promise<void> {
    if (!this.isAsked) return;
    this.isAsked = false;
    const { id, isAccepted: accepted } = this;
    const { kind, directory, repository, principal } = this.grant;
    const changed = accepted && (await this.isMade());
    const done = changed;
    await this.gate.ended({ id, kind, directory, repository, principal, accepted, changed, done });
  }
}

const firstOf = async (reasons: Iterable<RefRefusal> | AsyncIterable<RefRefusal>): Promise<string> => {
  for await (const { reason } of reasons) return reason;
  return undecided;
};
