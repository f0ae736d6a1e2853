import { Sampler } from './sampler.js';

describe('which requests are recorded', () => {
  it('is a part of all that say nothing', () => {
    const draws = [0, 0.009, 0.01, 0.5, 0.999];
    let at = 0;
    const sampler = new Sampler(0.01, () => draws[at++]);
    expect(draws.map(() => sampler.takes(undefined))).toEqual([true, true, false, false, false]);
    expect(new Sampler(0).takes(undefined)).toBe(false);
    expect(new Sampler(1).takes(undefined)).toBe(true);
  });

  it('is none whose caller does not record it', () => {
    expect(new Sampler(1).takes({ sampled: false })).toBe(false);
  });

  it('is each whose caller records it, but few of those who all say so', () => {
    let now = 1_000;
    const sampler = new Sampler(
      0.01,
      () => 0.5,
      () => now,
    );
    const taken = (asked: number): number => {
      let count = 0;
      for (let each = 0; each < asked; each += 1) if (sampler.takes({ sampled: true })) count += 1;
      return count;
    };
    expect(taken(1_000)).toBe(10);
    expect(sampler.takes(undefined)).toBe(false);
    now += 1_000;
    expect(taken(1_000)).toBe(5);
    now += 3_600_000;
    expect(taken(1_000)).toBe(10);
  });

  it('is what the ratio says of those who say so beyond that', () => {
    const sampler = new Sampler(1, Math.random, () => 0);
    const taken = Array.from({ length: 100 }, () => sampler.takes({ sampled: true }));
    expect(taken.every(Boolean)).toBe(true);
  });
});
