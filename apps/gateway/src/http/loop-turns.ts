import type { Socket } from 'node:net';
import { originOf } from './connection-origin.js';
import { FairLines } from './fair-lines.js';

/** So long requests are answered in a turn of the event loop (ms). */
const longest = 4;
/** And so long after one in which a connection was accepted: others may wait for that. */
const shortest = 0.25;

/**
 * The turns of the event loop in which requests are answered. Node accepts one connection in a turn: who has hundreds
 * answered in each keeps everybody else from being accepted. So what is asked when a turn has been used for some
 * milliseconds waits for the next ones. There networks take turns, in them addresses (`addressNetwork`,
 * `addressBlock`), and those of an address keep their order. Proxies carry many clients: each of their connections is a
 * network of its own.
 */
export class LoopTurns {
  private readonly waiting = new FairLines<() => void>();
  /** When the first request of this turn was answered; undefined: none was. */
  private began: number | undefined;
  private hasAccepted = false;
  private room: number;

  /** `budget`: milliseconds; `short`: where connections are accepted. */
  constructor(
    private readonly budget = longest,
    private readonly short = shortest,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.room = budget;
  }

  /** A connection was accepted in this turn. */
  accepted(): void {
    this.hasAccepted = true;
    this.began ??= this.begin();
  }

  /**
   * Does the work for a request of the connection, at once where there is time and nothing waits, or when its turn has
   * come. Undefined: the connection ended before, and nothing was done. `proxies`: whose connections carry many.
   */
  run<Done>(
    connection: Socket,
    proxies: readonly string[],
    work: () => Done,
  ): Done | Promise<Awaited<Done> | undefined> {
    this.began ??= this.begin();
    if (!this.waiting.isEmpty || this.isSpent) {
      return new Promise((resolve) => {
        const late = (): void => resolve(connection.destroyed ? undefined : (work() as Awaited<Done>));
        this.waiting.add(originOf(connection, proxies), late);
      });
    }
    return work();
  }

  private get isSpent(): boolean {
    return this.began !== undefined && this.now() - this.began >= this.room;
  }

  private begin(): number {
    setImmediate(this.afterOthers);
    return this.now();
  }

  private readonly afterOthers = (): void => {
    this.began = undefined;
    this.room = this.hasAccepted ? this.short : this.budget;
    this.hasAccepted = false;
    if (this.waiting.isEmpty) return;
    this.began = this.begin();
    this.carryOn();
  };

  private readonly carryOn = (): void => {
    this.waiting.take()?.();
    // Most of the work is done in promises that it begins; so they come before the clock is looked at.
    if (!this.waiting.isEmpty) queueMicrotask(this.afterPromises);
  };

  private readonly afterPromises = (): void =>
    process.nextTick(() => {
      if (!this.isSpent) this.carryOn();
    });
}

/** Those of the event loop of this process. */
export const loopTurns = new LoopTurns();
