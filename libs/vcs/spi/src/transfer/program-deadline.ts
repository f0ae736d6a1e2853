import { BodyFailure } from './body-failure.js';

/** How often is looked (ms). */
const every = 500;

/** Ends a program whose time is up. What counts as its time is said by those who extend this. */
export abstract class ProgramDeadline {
  /** Why the program was ended; undefined: it was not. */
  failure: BodyFailure | undefined;
  private readonly timer: NodeJS.Timeout;

  constructor(
    private readonly reason: string,
    private readonly stop: () => void,
  ) {
    this.timer = setInterval(() => this.look(), every);
  }

  /** The program has ended. */
  end(): void {
    clearInterval(this.timer);
  }

  /** Whether its time is up, now that so many more milliseconds have passed. */
  protected abstract isOver(passed: number): boolean;

  private look(): void {
    if (!this.isOver(every)) return;
    this.failure = new BodyFailure('late', 503, this.reason);
    this.end();
    this.stop();
  }
}
