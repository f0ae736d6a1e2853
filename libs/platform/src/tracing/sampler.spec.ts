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

  // Who says so kept his requests out of what the operator sees.
  it('is what chance says of those whose callers do not record them', () => {
    expect(new Sampler(1).takes({ sampled: false })).toBe(true);
    expect(new Sampler(0).takes({ sampled: false })).toBe(false);
  });

  it('is each whose caller records it, but few of those who all say so, at few addresses or many', () => {
    let now = 1_000;
    const sampler = new Sampler(
      0.01,
      () => 0.5,
      () => now,
    );
    const taken = (asked: number, from: (each: number) => string): number => {
      let count = 0;
      for (let each = 0; each < asked; each += 1)
        if (sampler.takes({ sampled: true }, from(each))) count += 1;
      return count;
    };
    const one = (): string => '192.0.2.1';
    const many = (each: number): string => `2001:db8:${each.toString(16)}::1`;
    expect(taken(1_000, one)).toBe(5);
    expect(taken(3, (each) => `2001:db8:1:2::${each.toString(16)}`)).toBe(3);
    expect(taken(100, many)).toBe(2);
    expect(sampler.takes(undefined)).toBe(false);
    now += 1_000;
    expect(taken(1_000, one)).toBe(1);
    expect(taken(100, many)).toBe(4);
    now += 3_600_000;
    expect(taken(1_000, (each) => `2001:db8:1:2::${each.toString(16)}`)).toBe(5);
    expect(taken(100, many)).toBe(5);
  });

  it('is what the ratio says of those who say so beyond that', () => {
    const sampler = new Sampler(1, Math.random, () => 0);
    const taken = Array.from({ length: 100 }, () => sampler.takes({ sampled: true }));
    expect(taken.every(Boolean)).toBe(true);
  });

  it('knows of some addresses only what they had', () => {
    const sampler = new Sampler(
      0,
      () => 0.5,
      () => 0,
    );
    const wish = (address: string): boolean => sampler.takes({ sampled: true }, address);
    expect(Array.from({ length: 6 }, () => wish('192.0.2.1')).lastIndexOf(true)).toBe(4);
    for (let each = 0; each < 1_000; each += 1)
      sampler.takes({ sampled: true }, `10.1.${each >> 8}.${each & 255}`);
    expect(sampler['wishes']['known'].size).toBe(1_000);
  });
});
