import type { LongWork } from '../long-work.js';
import type { RefRefusal, RefUpdate } from '../push-terms.js';
import type { IncomingCalls, IncomingPart, RemoteDeed, RemoteTask } from '../remotes-over.js';
import type { Reading } from '../vcs-history.js';
import { VcsRefusal } from '../vcs-refusal.js';
import { KeptResults } from './kept-results.js';
import { PlaceTurns } from './place-turns.js';

/** What a work with a remote has brought; nobody sees it yet. */
export interface BroughtRefs {
  readonly updates: readonly RefUpdate[];
  readonly refusals: readonly RefRefusal[];
  /** The default branch of the remote. */
  readonly head?: string;
  /** As `IncomingRefs.note`. */
  readonly note?: string;
  /** Which of these refs would lose commits; absent: none ever does. */
  forced?(refs: readonly string[]): Promise<Iterable<string>>;
  publish(reading: Reading): Promise<void>;
  /** Called once, at the end, unless what lies there is of another attempt by now: only what was published is left. */
  remove(): Promise<void>;
  /** Called once, after that: what was held for it is let go. */
  leave(): void | Promise<void>;
}

/**
 * What the engine of a kind does with remotes. Of `fetch`, `publish`, `remove` and `tidy` one at a time is at work
 * beside a repository.
 */
export interface RemoteDoings {
  fetch(task: RemoteTask, waiting: LongWork): Promise<BroughtRefs>;
  /** Absent: nobody asks for it. */
  push?(task: RemoteTask, waiting: LongWork): Promise<void>;
  /** Removes what a fetch that failed, or was cut off, has left, and tells the storage gate of it. */
  tidy(directory: string): Promise<void>;
}

interface Kept extends Omit<BroughtRefs, 'leave'> {
  /** It is part of the repository, or on its way there. */
  taken?: Promise<void>;
}

const partLength = 2_000;

/** Has works with remotes done, and keeps what each has brought until somebody has decided about it. */
export class RemoteDesk implements IncomingCalls {
  private readonly brought = new KeptResults<Kept>(async (kept) => {
    await kept.taken?.catch(() => undefined);
    await kept.remove();
  });

  private readonly places = new PlaceTurns();

  constructor(private readonly doings: RemoteDoings) {}

  /** What it brings is kept under its name. */
  async work(deed: RemoteDeed, task: RemoteTask, waiting: LongWork): Promise<void> {
    if (deed === 'pushRemote') await this.doings.push?.(task, waiting);
    else await this.brought.keep(task.name, await this.fetched(task, waiting));
  }

  incoming({ name, from }: { name: string; from: number }): Promise<IncomingPart> {
    const { updates, refusals, head, note } = this.brought.found(name);
    const next = from + partLength;
    return Promise.resolve({
      updates: updates.slice(from, next),
      refusals: refusals.slice(from, next),
      ...(head === undefined ? {} : { head }),
      ...(note === undefined ? {} : { note }),
      ...(next < Math.max(updates.length, refusals.length) ? { next } : {}),
    });
  }

  async incomingForced({ name, refs }: { name: string; refs: readonly string[] }): Promise<string[]> {
    return [...((await this.brought.found(name).forced?.(refs)) ?? [])];
  }

  async publishIncoming({ name, reading }: { name: string; reading: Reading }): Promise<void> {
    const kept = this.brought.found(name);
    if (kept.taken) throw new VcsRefusal('unavailable', 'it is published already');
    await (kept.taken = kept.publish(reading));
  }

  endIncoming({ name }: { name: string }): Promise<void> {
    return this.brought.end(name);
  }

  tidyIncoming({ directory }: { directory: string }): Promise<void> {
    return this.places.tidy(directory, () => this.doings.tidy(directory));
  }

  stop(): Promise<void> {
    return this.brought.stop();
  }

  private async fetched(task: RemoteTask, waiting: LongWork): Promise<Kept> {
    const { places, doings } = this;
    const { directory } = task;
    const owner = {};
    const brought = await places.take(directory, owner, () => doings.fetch(task, waiting), waiting.signal);
    return {
      ...brought,
      publish: (reading) => places.during(directory, owner, () => brought.publish(reading)),
      remove: () => places.leave(directory, owner, () => brought.remove()).finally(() => brought.leave()),
    };
  }
}
