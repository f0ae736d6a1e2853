import type { ConnectionOrigin } from './connection-origin.js';
import { FairLines } from './fair-lines.js';

/** A network rests for so long for each request that it sent ahead: three times what it takes (ms). */
const restForEach = 0.25;
/** And at most for so long (ms). */
const longestRest = 50;
/** Networks of which that is known. */
const mostRests = 10_000;

/**
 * The turns of the event loop in which new connections are read for the first time. Node accepts one connection in a
 * turn: who opens one after the other, with a hundred requests sent ahead on each, has each turn take milliseconds, and
 * everybody's new connections wait behind his in the kernel. So one is read in a turn. Networks take turns, in them
 * addresses, and a network that sends requests ahead has none for a while, unless nobody waits to be accepted.
 */
export class NewConnections {
  /** What reads each of them; it says whether there was something to be read. */
  private readonly waiting = new FairLines<() => boolean>();
  /** Until when networks have no turn. */
  private readonly rests = new Map<string, number>();
  /** In this turn. */
  private hasCome = false;
  private hasRead = false;
  private isLooking = false;

  constructor(private readonly now: () => number = () => performance.now()) {}

  /** One was accepted, whatever becomes of it: others may wait behind it. */
  accepted(): void {
    this.hasCome = true;
    if (this.isLooking) return;
    this.isLooking = true;
    setImmediate(this.look);
  }

  /** It is read by `read`, at once where nothing is before it. False: it is over. */
  come(origin: ConnectionOrigin, read: () => boolean): void {
    this.accepted();
    this.waiting.add(origin, read);
    this.readNext();
  }

  /** A request came before the one before it was answered. */
  sentAhead({ network }: ConnectionOrigin): void {
    const now = this.now();
    if (this.rests.size >= mostRests) this.rests.clear();
    const until = Math.max(this.rests.get(network) ?? 0, now) + restForEach;
    this.rests.set(network, Math.min(until, now + longestRest));
  }

  private readNext(): void {
    const now = this.now();
    while (!this.hasRead) {
      const read = this.waiting.take((network) => (this.rests.get(network) ?? 0) <= now);
      if (!read) return;
      this.hasRead = read();
    }
  }

  private readonly look = (): void => {
    if (!this.hasCome) this.rests.clear();
    this.hasCome = false;
    this.hasRead = false;
    this.isLooking = !this.waiting.isEmpty;
    if (this.isLooking) setImmediate(this.look);
    this.readNext();
  };
}
