import { randomUUID } from 'node:crypto';
import { DomainError, loopShare, within } from '@holdfast/kernel';
import { Injectable } from '@nestjs/common';

/** How long a change waits for the pushes before it (milliseconds). */
const patience = 8_000;

/** The next byte process ends lost writers. Where it cannot see them, they end by themselves in this time (ms). */
const orphanhood = 2_000;

interface Push {
  /** Its writer is known to the byte process's keeper, which will tell of its end. */
  followed: boolean;
  /** This process makes the change, and knows its end. */
  ours: boolean;
  branches: ReadonlySet<string>;
  gone: Promise<boolean>;
  end: PushEnd;
}

/** `done`: all changes of a push are known to have been written. */
type PushEnd = (done: boolean) => void;

/**
 * Pushes that were allowed and have not ended. Whoever changes what such a decision was based on (protection,
 * the default branch) changes it first and then waits here: after that nothing decided by the old rule lands.
 */
@Injectable()
export class PushesInFlight {
  private readonly pushes = new Map<string, Map<string, Push>>();

  /**
   * Follow it with `follow` in the same turn of the event loop: else its process went while it was decided. `over` is
   * called when it has ended.
   */
  begin(repository: string, push: string, branches: Iterable<string>, over?: PushEnd): void {
    const begun = this.add(repository, push, branches, over);
    setImmediate(() => {
      if (!begun.followed) this.end(repository, push);
    });
  }

  /** The same for a change that this process makes itself: it is over when the work is. */
  async during<T>(repository: string, branches: Iterable<string>, work: () => Promise<T>): Promise<T> {
    const change = randomUUID();
    Object.assign(this.add(repository, change, branches), { followed: true, ours: true });
    try {
      return await work();
    } finally {
      this.end(repository, change);
    }
  }

  private add(repository: string, push: string, branches: Iterable<string>, over?: PushEnd): Push {
    let end: PushEnd = () => undefined;
    const gone = new Promise<boolean>((ended) => (end = ended));
    if (over) void gone.then(over);
    const known = this.pushes.get(repository) ?? new Map<string, Push>();
    const begun: Push = { followed: false, ours: false, branches: new Set(branches), gone, end };
    this.pushes.set(repository, known.set(push, begun));
    return begun;
  }

  /** A writer begins in the repository, and its end will be told. */
  follow(repository: string): void {
    for (const push of this.pushes.get(repository)?.values() ?? []) push.followed = true;
  }

  end(repository: string, push: string, done = false): void {
    const known = this.pushes.get(repository);
    known?.get(push)?.end(done);
    known?.delete(push);
    if (known?.size === 0) this.pushes.delete(repository);
  }

  /** Nobody will report the end of the pushes that are under way in the repository. */
  lost(repository: string): void {
    const cut = [...(this.pushes.get(repository) ?? [])].filter(([, { ours }]) => !ours);
    setTimeout(() => cut.forEach(([push]) => this.end(repository, push)), orphanhood).unref();
  }

  /**
   * Waits for the pushes that touch this branch, or one of which this holds.
   * @throws DomainError `unavailable` when a push does not end in time
   */
  async settled(repository: string, branch: string | ((branch: string) => boolean)): Promise<void> {
    const touching: Push[] = [];
    for (const push of [...(this.pushes.get(repository)?.values() ?? [])])
      if (typeof branch === 'string' ? push.branches.has(branch) : await isOfSome(push.branches, branch))
        touching.push(push);
    if (touching.length === 0) return;
    await within(patience, Promise.all(touching.map(({ gone }) => gone)), () => {
      throw DomainError.unavailable('a push to this branch has not ended');
    });
  }
}

/** A push may touch very many branches: others have the event loop meanwhile. */
const isOfSome = async (names: Iterable<string>, holds: (name: string) => boolean): Promise<boolean> => {
  for (const name of names) {
    if (loopShare.isOver) await loopShare.pass();
    if (holds(name)) return true;
  }
  return false;
};
