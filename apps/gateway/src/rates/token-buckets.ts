import type { SettingForm } from '@holdfast/platform/settings';
import { entriesUpTo } from '@holdfast/kernel';
import { LRUCache } from 'lru-cache';

/** So many requests a second on average, and at most so many at once. */
export interface Rate {
  perSecond: number;
  burst: number;
}

/** `rate/burst`, for example `50/100`. */
export const rateSetting: SettingForm<Rate> = {
  wants: 'requests per second and burst, as in 50/100',
  read: (text) => {
    const [perSecond, burst] = (/^(\d+(?:\.\d+)?)\/(\d+)$/.exec(text) ?? []).slice(1).map(Number);
    return perSecond > 0 && burst >= 1 ? { perSecond, burst } : undefined;
  },
};

export interface Bucket {
  readonly rate: Rate;
  /** What may be spent now; less than nothing where more was taken than was known at first. */
  tokens: number;
  /** When that was so (ms). */
  at: number;
}

/** A full bucket. */
export const bucketOf = (rate: Rate, now: number): Bucket => ({ rate, tokens: rate.burst, at: now });

/** The bucket as it is at this time (ms). */
export const filled = (bucket: Bucket, now: number): Bucket => {
  const { rate, at } = bucket;
  bucket.tokens = Math.min(rate.burst, bucket.tokens + ((now - at) * rate.perSecond) / 1000);
  bucket.at = now;
  return bucket;
};

/** Who is not among the last so many has rested for long, so that his bucket is full. */
const most = 20_000;

/** A bucket of tokens for each account or company, which fills at the rate up to the burst. */
export class TokenBuckets {
  private readonly buckets = new LRUCache<string, Bucket>(entriesUpTo(most));

  constructor(private readonly rate: Rate) {}

  /** The bucket as it is at this time (ms). */
  of(key: string, now: number): Bucket {
    const known = this.buckets.get(key);
    if (known) return filled(known, now);
    const full = bucketOf(this.rate, now);
    this.buckets.set(key, full);
    return full;
  }
}

/** Seconds until so many tokens, at most as many as there is room for, are in the bucket. */
export const waitFor = ({ tokens, rate }: Bucket, wanted: number): number =>
  Math.max(0, (Math.min(wanted, rate.burst) - tokens) / rate.perSecond);
