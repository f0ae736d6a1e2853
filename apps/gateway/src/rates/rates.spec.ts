import type { Principal } from '@holdfast/kernel';
import { RateLimits } from './rate-limits.js';
import { rateSetting } from './token-buckets.js';

const principal = (company: string, account: string): Principal =>
  ({ company: { uuid: company }, account: { uuid: account } }) as Principal;
const ann = principal('acme', 'ann');
const amy = principal('acme', 'amy');

describe('a rate', () => {
  it('is requests per second and a burst', () => {
    expect(rateSetting.read('50/100')).toEqual({ perSecond: 50, burst: 100 });
    expect(rateSetting.read('0.5/10')).toEqual({ perSecond: 0.5, burst: 10 });
  });

  it.each(['50', '0/10', '10/0', '-1/5', '1/2/3', 'a/b', '10/1.5'])('is not %p', (text) =>
    expect(rateSetting.read(text)).toBeUndefined(),
  );
});

describe('the limits of rates', () => {
  let now = 0;
  const clock = (): number => now;
  beforeEach(() => (now = 1_000_000));

  const refusals = (limits: RateLimits, count: number, who = ann, weight = 1): number =>
    Array.from({ length: count }, () => limits.charge(who, weight)).filter((each) => each?.retryAfter).length;

  it('are none where none are set', () => {
    expect(new RateLimits({}).charge(ann, 1)).toBeUndefined();
  });

  it('allow a burst, then the rate', () => {
    const limits = new RateLimits({ account: { perSecond: 2, burst: 5 } }, clock);
    expect(refusals(limits, 8)).toBe(3);
    now += 1_000;
    expect(refusals(limits, 3)).toBe(1);
    now += 3_600_000;
    expect(refusals(limits, 6)).toBe(1);
  });

  it('say what is left, when all is back, and when to come again', () => {
    const limits = new RateLimits({ account: { perSecond: 0.5, burst: 3 } }, clock);
    expect(limits.charge(ann, 2)).toEqual({
      headers: { 'x-ratelimit-limit': '3', 'x-ratelimit-remaining': '1', 'x-ratelimit-reset': '4' },
    });
    expect(limits.charge(ann, 3)).toEqual({
      headers: { 'x-ratelimit-limit': '3', 'x-ratelimit-remaining': '1', 'x-ratelimit-reset': '4' },
      retryAfter: 4,
    });
  });

  it('are of each account, and of all of a company together', () => {
    const limits = new RateLimits(
      { account: { perSecond: 1, burst: 4 }, company: { perSecond: 1, burst: 6 } },
      clock,
    );
    expect(refusals(limits, 5)).toBe(1);
    expect(limits.charge(amy, 1)?.headers['x-ratelimit-limit']).toBe('6');
    expect(refusals(limits, 3, amy)).toBe(2);
    expect(refusals(limits, 4, principal('other', 'bob'))).toBe(0);
  });

  it('are of a bot those of its owner, or of its company where it is not known whose it is', () => {
    const limits = new RateLimits({ account: { perSecond: 1, burst: 4 } }, clock);
    const bot = (id: string, owner?: string): Principal => {
      const { company, account } = principal('acme', id);
      return { company, account: { ...account, type: 'bot', owner } } as Principal;
    };
    expect(refusals(limits, 3, bot('one', 'ann'))).toBe(0);
    expect(refusals(limits, 3, bot('two', 'ann'))).toBe(2);
    expect(refusals(limits, 1)).toBe(1);
    expect(refusals(limits, 3, bot('three'))).toBe(0);
    expect(refusals(limits, 3, bot('four'))).toBe(2);
    expect(refusals(limits, 1, amy)).toBe(0);
  });

  it('let what weighs more than a burst pass when the bucket is full, and make it wait afterwards', () => {
    const limits = new RateLimits({ account: { perSecond: 1, burst: 5 } }, clock);
    expect(refusals(limits, 1, ann, 8)).toBe(0);
    expect(limits.charge(ann, 1)?.retryAfter).toBe(4);
  });

  it('make up for what was known only afterwards', () => {
    const limits = new RateLimits({ account: { perSecond: 1, burst: 5 } }, clock);
    limits.charge(ann, 1);
    limits.owe(ann, 9);
    expect(limits.charge(ann, 1)?.retryAfter).toBe(6);
  });
});
