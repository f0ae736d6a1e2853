import { leastRate } from './slot-pace.js';

/** So long may whoever has one slot let others wait (ms); of several, each a part of it. */
const patience = 60_000;
/** What has been done pays for so much of the time that comes (ms): no more can be saved up. */
const mostInAdvance = 5_000;

/** What a conversation has done since it began. */
export interface Deeds {
  /** Bytes, in either direction. */
  readonly moved: number;
  /** The time that its program had work for (ms). */
  readonly worked: number;
}

/**
 * How long the client of a conversation has let us wait, over the whole of it. What is moved and what is worked pay for
 * the time that passes; a word by itself does not, so that asking again is no new beginning.
 */
export class ConversationPace {
  private owed = 0;
  private seen: Deeds = { moved: 0, worked: 0 };
  private at: number;

  constructor(private readonly now: () => number = Date.now) {
    this.at = now();
  }

  /** Call it while others wait: what passed since the last call is one sum. `held`: the slots of its account. */
  isSlow(deeds: Deeds, held: number): boolean {
    return this.look(deeds, held) > patience / Math.max(1, held);
  }

  /** The time in sum that nothing has paid for (ms). */
  look({ moved, worked }: Deeds, held: number): number {
    const now = this.now();
    const paid =
      ((moved - this.seen.moved) * 1000) / leastRate(held) + Math.max(0, worked - this.seen.worked);
    this.owed = Math.max(-mostInAdvance, this.owed + now - this.at - paid);
    this.at = now;
    this.seen = { moved, worked };
    return this.owed;
  }

  /** As of the last look (ms). */
  get waited(): number {
    return this.owed;
  }
}
