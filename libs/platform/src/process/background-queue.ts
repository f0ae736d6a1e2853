import { Turns, type PlaceLimits } from '@holdfast/kernel';
import { log } from '../observability/logger.js';

/** Milliseconds between two lines of the log about what was dropped. */
const period = 60_000;

/** How much a queue carries out at a time, and how much of it may wait: altogether, and of each of the parties. */
export interface QueueLimits {
  atOnce: PlaceLimits;
  waiting: PlaceLimits;
  /** The most milliseconds that something waits. */
  patience: number;
}

/** Work that nobody waits for. */
export interface BackgroundWork {
  /** To whom it is counted, as many as the limits have levels: an address, a company … */
  parties: readonly string[];
  /** Where something of the same key waits already, that one stands for both. */
  key?: string;
  run(): Promise<void>;
  /** It is dropped. */
  dropped?(): void;
}

/**
 * Work that is left behind by what has been answered. It has bounds of its own, because who has his answer may ask
 * again: without them a client would leave any amount of work behind, before that of everybody else. What finds no
 * place is dropped, and the log says how much of it was, once a minute. What fails is logged, and not tried again.
 */
export class BackgroundQueue {
  private readonly turns: Turns;
  private readonly keys = new Set<string>();
  private dropped = 0;
  private timer: NodeJS.Timeout | undefined;

  /** `name`: what the work is, in the log. */
  constructor(
    private readonly name: string,
    { atOnce, waiting, patience }: QueueLimits,
  ) {
    this.turns = new Turns(atOnce, waiting, patience);
  }

  /** Returns at once, and never throws. */
  add(work: BackgroundWork): void {
    const { parties, key } = work;
    if (key !== undefined && this.keys.has(key)) return;
    if (key !== undefined) this.keys.add(key);
    const leave = (): unknown => key !== undefined && this.keys.delete(key);
    const begin = (): Promise<void> => (leave(), work.run());
    const refused = (): void => {
      leave();
      this.drop();
      work.dropped?.();
    };
    this.turns
      .run({ parties, keepsPlace: true }, begin, refused)
      .catch((err: unknown) => log.error({ err, work: this.name }, 'work in the background failed'));
  }

  private drop(): void {
    this.dropped += 1;
    this.timer ??= setTimeout(() => {
      log.warn({ work: this.name, count: this.dropped }, 'work in the background was dropped');
      this.dropped = 0;
      this.timer = undefined;
    }, period).unref();
  }
}
