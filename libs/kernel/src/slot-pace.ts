import { Pace, slowRate } from './pace.js';

/**
 * Whoever has more slots than that, and one of them for so long (ms), must move more in it (bytes a second). The more
 * he has, the sooner.
 */
const few = 2;
const longHeld = 60_000;
const livelyRate = 16 * 1024;

/** Bytes a second that a transfer has to move in the long run while others wait; `held`: the slots of its account. */
export const leastRate = (held: number): number => (held > few ? livelyRate : slowRate);

/**
 * Says whether a transfer is too slow for the slot that it has. Some accounts that trickle in each of their slots could
 * else have all slots together for hours.
 */
export class SlotPace {
  private readonly pace: Pace;
  private readonly since: number;

  constructor(private readonly now: () => number = Date.now) {
    this.pace = new Pace(now);
    this.since = now();
  }

  /** As `Pace.isSlow`; `held`: how many slots its account has. */
  isSlow(moved: number, held: number): boolean {
    const isOld = this.now() - this.since > longHeld / Math.max(1, held - few);
    return this.pace.isSlow(moved, isOld ? leastRate(held) : slowRate);
  }
}
