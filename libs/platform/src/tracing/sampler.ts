import type { TracePlace } from '@holdfast/kernel';
import { Wishes } from './wishes.js';

/** Chooses the requests that are recorded. */
export class Sampler {
  private readonly wishes: Wishes;

  /** `ratio`: the part of all requests, from 0 to 1. `now`: milliseconds of a clock that never goes back. */
  constructor(
    private readonly ratio: number,
    private readonly random: () => number = Math.random,
    now: () => number = () => performance.now(),
  ) {
    this.wishes = new Wishes(now);
  }

  /**
   * `told`: what the caller says of the trace that it belongs to. Chance decides first, whatever he says: else he could
   * keep his requests out of what the operator sees. That he records it is a wish; few are granted, since anybody may
   * say so with each request. Ids do not count, which he chooses. `address`: his.
   */
  takes(told: Pick<TracePlace, 'sampled'> | undefined, address = ''): boolean {
    return this.random() < this.ratio || (told?.sampled === true && this.wishes.grants(address));
  }
}
