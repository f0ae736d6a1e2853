/** How long work goes on before others have the event loop (ms). */
const longest = 5;

/**
 * Long work in an event loop that others need: all of it together takes a few milliseconds of each turn of the loop.
 * Whoever does such work asks `isOver` often, and where it is, goes on after `pass`. Short work never has to wait.
 */
export class LoopShare {
  private readonly waiting: (() => void)[] = [];
  /** When work began in this turn of the loop. */
  private began: number | undefined;

  /** `budget`: milliseconds. */
  constructor(
    private readonly budget = longest,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Whether others are to have the loop before anything goes on. */
  get isOver(): boolean {
    this.began ??= this.begin();
    return this.now() - this.began >= this.budget;
  }

  /** Resolves when others have had the loop. Of those who wait for that, one goes on in each turn, in their order. */
  pass(): Promise<void> {
    return new Promise((resolve) => {
      this.waiting.push(resolve);
      this.began ??= this.begin();
    });
  }

  private begin(): number {
    setImmediate(() => this.afterOthers());
    return this.now();
  }

  private afterOthers(): void {
    this.began = undefined;
    const next = this.waiting.shift();
    if (!next) return;
    this.began = this.begin();
    next();
  }
}

/** That of the event loop of this process. */
export const loopShare = new LoopShare();
