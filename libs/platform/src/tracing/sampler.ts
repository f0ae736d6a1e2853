import type { TracePlace } from '@holdfast/kernel';

/** So many traces in a second (and at once, after a rest) are recorded because a caller wants it. */
const wishes = { perSecond: 5, atOnce: 10 };

/** Chooses the requests that are recorded. */
export class Sampler {
  private left = wishes.atOnce;
  private at: number;

  /** `ratio`: the part of all requests, from 0 to 1. `now`: milliseconds of a clock that never goes back. */
  constructor(
    private readonly ratio: number,
    private readonly random: () => number = Math.random,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.at = now();
  }

  /**
   * `told`: what the caller says of the trace that it belongs to. That nobody records it holds. That he records it is
   * a wish, of which few are granted: anybody may say so with each request. Ids do not count, which he chooses.
   */
  takes(told: Pick<TracePlace, 'sampled'> | undefined): boolean {
    if (told && !told.sampled) return false;
    return this.random() < this.ratio || (told !== undefined && this.grants());
  }

  private grants(): boolean {
    const now = this.now();
    this.left = Math.min(wishes.atOnce, this.left + ((now - this.at) * wishes.perSecond) / 1_000);
    this.at = now;
    if (this.left < 1) return false;
    this.left -= 1;
    return true;
  }
}
