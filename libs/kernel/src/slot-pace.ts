import { Pace } from './pace.js';

/** Whoever has more slots than that, and one of them for so long (ms), must move more in it (bytes a second). */
const few = 2;
const longHeld = 60_000;
const livelyRate = 16 * 1024;

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
    const mustBeLively = held > few && this.now() - this.since > longHeld;
    return this.pace.isSlow(moved, mustBeLively ? livelyRate : undefined);
  }
}
