/** Time for which SSH clients are read before others have the event loop (ms). */
const longest = 4;

/**
 * The turns in which connections are read, piece by piece: all of them together take a few milliseconds, and then
 * others have theirs.
 */
export class ReadingTurns {
  private readonly waiting: (() => void)[] = [];
  private isBusy = false;
  /** Time taken without others having had as much (ms), and until when that is so. */
  private spent = 0;
  private until = 0;

  constructor(
    private readonly budget = longest,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Does the work, now or after what waits already. What it throws is a fault of its own: the others go on. */
  enter(work: () => void): void {
    this.waiting.push(work);
    if (!this.isBusy) this.run();
  }

  private run(): void {
    this.isBusy = true;
    const from = this.now();
    this.spent = Math.max(0, this.spent - (from - this.until));
    this.until = from;
    while (this.waiting.length > 0 && this.spent < this.budget) {
      carryOut(this.waiting.shift());
      const now = this.now();
      this.spent += now - this.until;
      this.until = now;
    }
    if (this.waiting.length > 0) setImmediate(() => this.afterOthers());
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
