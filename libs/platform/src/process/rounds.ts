import { log } from '../observability/logger.js';

/**
 * A work that is done again and again, one round at a time: what falls due during a round is left out. A round that
 * fails is told to the log, and made up for by the next. No process goes on for its sake.
 */
export class Rounds {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;

  /** `every`: milliseconds between two of them. `failed`: what the log says of one that has. */
  constructor(
    private readonly every: number,
    private readonly round: () => Promise<void>,
    private readonly failed: string,
  ) {}

  /** The first one begins after the first pause. */
  begin(): void {
    this.timer = setInterval(() => {
      this.running ??= this.round()
        .catch((err: unknown) => log.warn({ err }, this.failed))
        .finally(() => (this.running = undefined));
    }, this.every).unref();
  }

  /** Resolves when the round that is under way is over; there is none after it. */
  async end(): Promise<void> {
    clearInterval(this.timer);
    await this.running;
  }
}
