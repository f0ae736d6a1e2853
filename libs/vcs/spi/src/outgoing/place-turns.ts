import { VcsRefusal } from '../vcs-refusal.js';
import { stopped } from './stopped-work.js';

/** Whoever has brought something to a place. */
export type PlaceOwner = object;

/**
 * One at a time works in the place beside a repository where what comes from elsewhere lies, and what lies there is of
 * one attempt. Another one may begin while the one before still makes part of the repository what it has brought, which
 * nobody waits for any more: it begins after that.
 */
export class PlaceTurns {
  private readonly last = new Map<string, Promise<unknown>>();
  private readonly owners = new Map<string, PlaceOwner>();

  /**
   * Works in the place, which is the owner's from then on, unless the work fails.
   * @throws VcsRefusal `unavailable` where the signal comes before the turn
   */
  take<T>(directory: string, owner: PlaceOwner, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    let isBegun = false;
    const taken = this.inTurn(directory, async () => {
      if (signal?.aborted) throw stopped();
      this.owners.set(directory, owner);
      isBegun = true;
      return work().catch((error: unknown) => {
        this.owners.delete(directory);
        throw error;
      });
    });
    if (!signal) return taken;
    return new Promise((resolve, reject) => {
      const stop = (): void => {
        if (!isBegun) reject(stopped());
      };
      signal.addEventListener('abort', stop, { once: true });
      if (signal.aborted) stop();
      void taken.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
    });
  }

  /**
   * Works in the place that is the owner's.
   * @throws VcsRefusal `unavailable` where it is somebody else's by now
   */
  async during<T>(directory: string, owner: PlaceOwner, work: () => Promise<T>): Promise<T> {
    this.mustBe(directory, owner);
    return this.inTurn(directory, async () => {
      this.mustBe(directory, owner);
      return work();
    });
  }

  /** It is nobody's once the work is done. Nothing is done where it is somebody else's. */
  async leave(directory: string, owner: PlaceOwner, work: () => Promise<void>): Promise<void> {
    const left = async (): Promise<void> => {
      if (this.owners.get(directory) !== owner) return;
      await work().finally(() => this.owners.delete(directory));
    };
    if (this.owners.get(directory) === owner) await this.inTurn(directory, left);
  }

  /** Works in the place that is nobody's. Nothing is done where it is somebody's, who leaves nothing there himself. */
  async tidy(directory: string, work: () => Promise<void>): Promise<void> {
    await this.inTurn(directory, async () => {
      if (!this.owners.has(directory)) await work();
    });
  }

  private mustBe(directory: string, owner: PlaceOwner): void {
    if (this.owners.get(directory) !== owner)
      throw new VcsRefusal('unavailable', 'another attempt has begun meanwhile');
  }

  private inTurn<T>(directory: string, work: () => Promise<T>): Promise<T> {
    const done = (this.last.get(directory) ?? Promise.resolve()).then(work);
    const over = done.then(ignored, ignored).then(() => {
      if (this.last.get(directory) === over) this.last.delete(directory);
    });
    this.last.set(directory, over);
    return done;
  }
}

const ignored = (): void => undefined;
