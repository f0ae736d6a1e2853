import { within } from '@holdfast/kernel';
import { log } from '../observability/logger.js';

/** Milliseconds between a change and its report. So a busy repository is not reported after each change. */
const pause = 5_000;
/** Milliseconds. Everything is reported soon after the start, then every hour. */
const first = 2_000;
const later = 60 * 60 * 1_000;
/**
 * Milliseconds, until everything is reported again where that failed: soon, since services start in any order, then
 * twice as long each time.
 */
const again = { first: pause, most: 60_000 };
/** Milliseconds that a round has to end in: a process that ends has a few seconds for all that is left. */
const endPatience = 3_000;

const warn = (err: unknown): void => log.warn({ err }, 'what repositories store could not be told');

/** Reports how much repositories store. Each call may be repeated. */
export interface StorageTeller {
  /** Reports those that have changed, by the names that were noted; some of them when the rounds have `ended`. */
  some(names: readonly string[], ended: () => boolean): Promise<void>;
  /** Reports all of them. It returns when it has done so, or when the rounds have `ended`. */
  all(ended: () => boolean): Promise<void>;
}

/**
 * Reports how much repositories store, in rounds, one at a time. Changes are reported together, a little later. After a
 * start everything is reported, because nobody knows what a killed process has not reported. What fails is reported
 * again with a later round.
 */
export class StorageRounds {
  private readonly changed = new Set<string>();
  private timers: NodeJS.Timeout[] = [];
  private running: Promise<void> | undefined;
  private allDue = 0;
  private again = again.first;
  private ended = false;

  /** `atOnce`: how many are reported together. */
  constructor(
    private readonly telling: StorageTeller,
    private readonly atOnce: number,
  ) {}

  start(): void {
    const turn = (): void => this.turn();
    this.timers = [setTimeout(turn, first).unref(), setInterval(turn, pause).unref()];
  }

  /** `last`: what was noted by now is told yet, once. What takes longer than three seconds is not waited for. */
  async stop({ last = false } = {}): Promise<void> {
    this.ended = true;
    for (const timer of this.timers) clearTimeout(timer);
    const late = (): void => warn(new Error('nobody has heard it in time'));
    await within(endPatience, last ? this.tellLast() : Promise.resolve(this.running), late);
  }

  /** Notes that the size of this one may have changed. */
  note(name: string): void {
    this.changed.add(name);
  }

  private turn(): void {
    if (this.running || this.ended) return;
    this.running = this.round()
      .catch(warn)
      .finally(() => (this.running = undefined));
  }

  private async round(): Promise<void> {
    if (performance.now() >= this.allDue) {
      this.allDue = performance.now() + this.again;
      this.again = Math.min(2 * this.again, again.most);
      await this.telling.all(() => this.ended);
      this.allDue = performance.now() + later;
      this.again = again.first;
    }
    await this.tellChanged(() => this.ended);
  }

  private async tellLast(): Promise<void> {
    await this.running;
    await this.tellChanged(() => false).catch(warn);
  }

  private async tellChanged(ended: () => boolean): Promise<void> {
    while (this.changed.size > 0 && !ended()) await this.tell([...this.changed].slice(0, this.atOnce), ended);
  }

  private async tell(names: readonly string[], ended: () => boolean): Promise<void> {
    for (const name of names) this.changed.delete(name);
    try {
      await this.telling.some(names, ended);
    } catch (error) {
      for (const name of names) this.changed.add(name);
      throw error;
    }
  }
}
