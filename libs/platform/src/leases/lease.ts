import { randomUUID } from 'node:crypto';
import { wantedFirst, wantedNext, type Wanted } from './lease.rules.js';

/** A limit is in the way; the message says which, for whoever sent the bytes. */
export class NoRoom extends Error {
  override readonly name = 'NoRoom';
}

/** Who gives room for bytes and takes it back. Room that is not renewed goes back by itself. */
export interface RoomKeeper {
  /**
   * Sets what is held under the name of a lease and answers it; repeatable.
   * @throws NoRoom
   */
  hold(lease: string, wanted: Wanted): Promise<number>;
  renew(leases: readonly string[]): Promise<void>;
}

/** How often leases in use are renewed (ms): several times within the minute that they live. */
const renewEvery = 15_000;

/** The room that one upload holds with one keeper. Asked for as bytes come: at most 16 MiB ahead of them. */
export class Lease {
  readonly id = randomUUID();
  private held = 0;

  /** `length`: bytes that will come, where that is known. */
  constructor(
    private readonly keeper: Pick<RoomKeeper, 'hold'>,
    private readonly length?: number,
  ) {}

  /** Asks for the first time, and for all of the length. @throws NoRoom */
  async open(): Promise<void> {
    this.held = await this.keeper.hold(this.id, wantedFirst(this.length));
  }

  /** There is room for so many bytes in all when it resolves; answers how many it holds. @throws NoRoom */
  async reach(bytes: number): Promise<number> {
    if (bytes > this.held) this.held = await this.keeper.hold(this.id, wantedNext(bytes, this.length));
    return this.held;
  }
}

/** The leases of this process that are in use: renewed until they are not. */
export class LeasesInUse {
  private readonly leases = new Set<string>();
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly keeper: Pick<RoomKeeper, 'renew'>) {}

  add(lease: string): void {
    this.leases.add(lease);
    // What cannot be renewed now is renewed the next time.
    this.timer ??= setInterval(() => {
      this.keeper.renew([...this.leases]).catch(() => undefined);
    }, renewEvery).unref();
  }

  delete(lease: string): void {
    this.leases.delete(lease);
    if (this.leases.size > 0) return;
    clearInterval(this.timer);
    this.timer = undefined;
  }
}
