import { shareOf, type Principal } from '@holdfast/kernel';
import { TokenBuckets, waitFor, type Bucket, type Rate } from './token-buckets.js';

/** The rates that an installation sets; what is absent has none. */
export interface Rates {
  account?: Rate;
  company?: Rate;
}

/** How a request stands to the rates. */
export interface Charged {
  /** For the answer, whatever it is. */
  headers: Record<string, string>;
  /** It is refused; seconds after which it would not be. */
  retryAfter?: number;
}

/** Counts requests against the rates of accounts and companies, in this process. */
export class RateLimits {
  private readonly accounts: TokenBuckets | undefined;
  private readonly companies: TokenBuckets | undefined;

  constructor(
    { account, company }: Rates,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.accounts = account && new TokenBuckets(account);
    this.companies = company && new TokenBuckets(company);
  }

  /** Takes the weight of a request from both buckets, or from none. Undefined: there are no rates. */
  charge(principal: Principal, weight: number): Charged | undefined {
    if (!this.accounts && !this.companies) return undefined;
    const [own, shared] = this.buckets(principal);
    const wait = Math.max(own ? waitFor(own, weight) : 0, shared ? waitFor(shared, weight) : 0);
    if (wait === 0) spend(weight, own, shared);
    const headers = headersOf(own && shared ? scarcer(own, shared) : (own ?? shared));
    return wait === 0 ? { headers } : { headers, retryAfter: Math.ceil(wait) };
  }

  /**
   * Takes what a request turned out to weigh besides; what follows it waits until that is there again. Where the
   * account or its company owes something already nothing is taken: else many that come at once would keep all of the
   * company out for minutes. The answer are the seconds until then; undefined: it was taken.
   */
  owe(principal: Principal, weight: number): number | undefined {
    const [own, shared] = this.buckets(principal);
    const wait = Math.max(own ? waitFor(own, 0) : 0, shared ? waitFor(shared, 0) : 0);
    if (weight > 0 && wait > 0) return Math.ceil(wait);
    spend(weight, own, shared);
    return undefined;
  }

  private buckets(principal: Principal): [own?: Bucket, shared?: Bucket] {
    const now = this.now();
    return [this.accounts?.of(shareOf(principal), now), this.companies?.of(principal.company.uuid, now)];
  }
}

const spend = (weight: number, own?: Bucket, shared?: Bucket): void => {
  if (own) own.tokens -= weight;
  if (shared) shared.tokens -= weight;
};

/** The one that is emptier, as a share of what it holds at most. */
const scarcer = (one: Bucket, other: Bucket): Bucket =>
  other.tokens * one.rate.burst < one.tokens * other.rate.burst ? other : one;

const headersOf = (bucket?: Bucket): Record<string, string> =>
  bucket
    ? {
        'x-ratelimit-limit': String(bucket.rate.burst),
        'x-ratelimit-remaining': String(Math.max(0, Math.floor(bucket.tokens))),
        'x-ratelimit-reset': String(Math.ceil(waitFor(bucket, bucket.rate.burst))),
      }
    : {};
