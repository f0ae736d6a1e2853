import { addressBlock, addressNetwork } from '@holdfast/kernel';
import { FairLines } from '../http/fair-lines.js';

/** Time for which SSH clients are read before others have the event loop (ms). */
const longest = 4;

/** The turns of one connection. */
export interface ReadingLine {
  /** Does the work, now or when its turn comes. What it throws is a fault of its own: the others go on. */
  enter(work: () => void): void;
}

/**
 * The turns in which connections are read, piece by piece: all of them together take a few milliseconds, and then
 * others have theirs. Where more than one wait networks take turns, in them addresses, as over HTTP: before the login
 * there is nobody else by whom they could.
 */
export class ReadingTurns {
  private readonly waiting = new FairLines<() => void>();
  private isBusy = false;
  /** Time taken without others having had as much (ms), and until when that is so. */
  private spent = 0;
  private until = 0;

  constructor(
    private readonly budget = longest,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Those of a connection from this address. */
  from(address: string): ReadingLine {
    const origin = { network: addressNetwork(address), block: addressBlock(address) };
    return {
      enter: (work) => {
        this.waiting.add(origin, work);
        if (!this.isBusy) this.run();
      },
    };
  }

  private run(): void {
    this.isBusy = true;
    const from = this.now();
    this.spent = Math.max(0, this.spent - (from - this.until));
    this.until = from;
    while (!this.waiting.isEmpty && this.spent < this.budget) {
      carryOut(this.waiting.take());
      const now = this.now();
      this.spent += now - this.until;
      this.until = now;
    }
    if (!this.waiting.isEmpty) setImmediate(() => this.afterOthers());
    else this.isBusy = false;
  }

  private afterOthers(): void {
    this.spent = 0;
    this.run();
  }
}

const carryOut = (work: (() => void) | undefined): void => {
  try {
    work?.();
  } catch (error) {
    setImmediate(() => {
      throw error;
    });
  }
};
