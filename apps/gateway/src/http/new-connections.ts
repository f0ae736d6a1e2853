import type { ConnectionOrigin } from './connection-origin.js';
import { FairLines } from './fair-lines.js';

/** Nothing new is read for so long for each request that was sent ahead: three times what it takes (ms). */
const restForEach = 0.25;
/** And at most for so long (ms). */
const longestRest = 50;

/**
 * The turns of the event loop in which new connections are read for the first time. Node accepts one connection in a
 * turn: who opens one after the other, with a hundred requests sent ahead on each, has each turn take milliseconds, and
 * everybody's new connections wait behind his in the kernel. So one is read in a turn, and none for a while after
 * requests that were sent ahead, unless nobody waits to be accepted. Networks take turns, in them addresses.
 */
export class NewConnections {
  private readonly waiting = new FairLines();
  /** Nothing new is read before, while connections come. */
  private until = 0;
  /** In this turn. */
  private hasCome = false;
  private hasRead = false;
  private isLooking = false;

  constructor(private readonly now: () => number = () => performance.now()) {}

  /** One was accepted. It is read by `read`, at once where nothing is before it. */
  come(origin: ConnectionOrigin, read: () => void): void {
    this.hasCome = true;
    this.waiting.add(origin, read);
    this.readNext();
    if (this.isLooking) return;
    this.isLooking = true;
    setImmediate(this.look);
  }

  /** A request came before the one before it was answered. */
  sentAhead(): void {
    const now = this.now();
    this.until = Math.min(Math.max(this.until, now) + restForEach, now + longestRest);
  }

  private readNext(): void {
    if (this.hasRead || this.waiting.isEmpty || this.now() < this.until) return;
    this.hasRead = true;
    this.waiting.take()?.();
  }

  private readonly look = (): void => {
    if (!this.hasCome) this.until = 0;
    this.hasCome = false;
    this.hasRead = false;
    this.isLooking = !this.waiting.isEmpty;
    if (this.isLooking) setImmediate(this.look);
    this.readNext();
  };
}
