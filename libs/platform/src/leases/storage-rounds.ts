import { log } from '../observability/logger.js';

/** How long what has changed waits to be told (ms): a busy one is not told after each change. */
const pause = 5_000;
/** When everything is told (ms): soon after the start, every hour, and sooner where that failed. */
const first = 2_000;
const later = 60 * 60 * 1_000;
const again = 60_000;

/** How what repositories store is told. Each is repeatable. */
export interface StorageTeller {
  /** Tells some that have changed, by the names that were noted. */
  some(names: readonly string[]): Promise<void>;
  /** Tells everything; returns when it has, or the rounds have `ended`. */
  all(ended: () => boolean): Promise<void>;
}

/**
 * Tells what repositories store, one round at a time: what has changed together and a little later, and all of it after
 * a start, since nobody knows what a killed process did not tell. What cannot be told now is told with a later round.
 */
export class StorageRounds {
  private readonly changed = new Set<string>();
  private timers: NodeJS.Timeout[] = [];
  private running: Promise<void> | undefined;
  private allDue = 0;
  private ended = false;

  /** `atOnce`: so many are told together. */
  constructor(
    private readonly telling: StorageTeller,
    private readonly atOnce: number,
  ) {}

  start(): void {
    const turn = (): void => this.turn();
    this.timers = [setTimeout(turn, first).unref(), setInterval(turn, pause).unref()];
  }

  async stop(): Promise<void> {
    this.ended = true;
    for (const timer of this.timers) clearTimeout(timer);
    await this.running;
  }

  /** What it stores may have changed. */
  note(name: string): void {
    this.changed.add(name);
  }

  private turn(): void {
    if (this.running || this.ended) return;
    this.running = this.round()
      .catch((err: unknown) => log.warn({ err }, 'what repositories store could not be told'))
      .finally(() => (this.running = undefined));
  }

  private async round(): Promise<void> {
    if (performance.now() >= this.allDue) {
      this.allDue = performance.now() + again;
      await this.telling.all(() => this.ended);
      this.allDue = performance.now() + later;
    }
    while (this.changed.size > 0 && !this.ended) await this.tell([...this.changed].slice(0, this.atOnce));
  }

  private async tell(names: readonly string[]): Promise<void> {
    for (const name of names) this.changed.delete(name);
    try {
      await this.telling.some(names);
    } catch (error) {
      for (const name of names) this.changed.add(name);
      throw error;
    }
  }
}
