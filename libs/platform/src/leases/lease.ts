import { randomUUID } from 'node:crypto';
import { wantedFirst, wantedNext, type Wanted } from './lease.rules.js';

/** There is no room. The message says which limit is reached; it may be shown to the client. */
export class NoRoom extends Error {
  override readonly name = 'NoRoom';
}

/** Gives room for bytes, and takes it back. Room that is not renewed is taken back by itself. */
export interface RoomKeeper {
  /**
   * Sets how many bytes a lease (by its name) holds, and answers how many it has got. It may be repeated.
   * @throws NoRoom
   */
  hold(lease: string, wanted: Wanted): Promise<number>;
  renew(leases: readonly string[]): Promise<void>;
}

/** Milliseconds between two renewals. A lease lives for a minute, so it is renewed several times. */
const renewEvery = 15_000;

/** The room that one upload has with one keeper. It is asked for while bytes arrive, at most 16 MiB in advance. */
export class Lease {
  readonly id = randomUUID();
  private held = 0;
  /** How many bytes it has had room for when it was asked. */
  private reached = 0;

  /** `length`: how many bytes will come; undefined if that is not known. */
  constructor(
    private readonly keeper: Pick<RoomKeeper, 'hold'>,
    private readonly length?: number,
  ) {}

  /** Asks for the first time, and for all of the length; `ahead`: bytes held before one comes. @throws NoRoom */
  async open(ahead?: number): Promise<void> {
    this.held = await this.keeper.hold(this.id, wantedFirst(this.length, ahead));
  }

  /** Makes sure that there is room for so many bytes in all. Answers how many it has. @throws NoRoom */
  async reach(bytes: number): Promise<number> {
    if (bytes > this.held) this.held = await this.keeper.hold(this.id, wantedNext(bytes, this.length));
    this.reached = Math.max(this.reached, bytes);
    return this.held;
  }

  /** Asks again for what it had room for, a byte at least: more may be stored by now. @throws NoRoom */
  async confirm(): Promise<void> {
    this.held = await this.keeper.hold(this.id, wantedNext(Math.max(1, this.reached), this.length));
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
