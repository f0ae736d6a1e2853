import { entriesUpTo } from '@holdfast/kernel';
import { LRUCache } from 'lru-cache';

const anHour = 3_600_000;

/** Counts by key what may happen so many times in the hour from the first time on. */
export class HourlyLimit {
  private readonly times: LRUCache<string, number>;

  constructor(
    private readonly most: number,
    clock: { now: () => number } = performance,
  ) {
    this.times = new LRUCache({ ...entriesUpTo(50_000), ttl: anHour, ttlResolution: 0, perf: clock });
  }

  /** Whether it may happen once more, which is counted. */
  take(key: string): boolean {
    const times = this.times.get(key) ?? 0;
    if (times >= this.most) return false;
    this.times.set(key, times + 1, { noUpdateTTL: true });
    return true;
  }
}
