import { Startups, usualStartups } from './startups.js';

// Whoever had one connection had the most, where everybody has one: 300 addresses that held one each closed the door
// for everybody else. A /48 alone, which one customer has, has 65,536 addresses as they were counted.
describe('very many addresses with one connection each before their login', () => {
  let now: number;
  let ended: string[];
  let startups: Startups;
  beforeEach(() => {
    now = 0;
    ended = [];
    // Chance is against whoever depends on it.
    startups = new Startups(
      usualStartups,
      () => 0,
      () => now,
    );
  });
  const come = (address: string, name = address, hasSpoken = false): (() => void) | undefined =>
    startups.admit(
      address,
      () => ended.push(name),
      () => hasSpoken,
    );
  const anywhere = (at: number): string => `10.${at >> 8}.${at & 255}.7`;
  /** So many networks come, one each in so many milliseconds. */
  const flood = (count: number, every: number, hasSpoken = false, from = 0): void => {
    for (let at = from; at < from + count; at += 1) {
      now += every;
      come(anywhere(at), 'theirs', hasSpoken);
    }
  };

  it.each([1, 100, 150, 299, 300, 1_000])('keep nobody out: %d networks', (count) => {
    flood(count, 10);
    for (let at = 0; at < 10; at += 1) expect(come('198.51.100.1', 'ours')).toBeDefined();
    expect(ended).not.toContain('ours');
  });

  it.each([
    ['IPv6', (at: number) => `2001:db8:1:${at.toString(16)}::1`],
    ['IPv4', (at: number) => `192.0.2.${at % 256}`],
  ])('give way by themselves, where they are of one network of %s', (_, addressOf) => {
    expect(come('198.51.100.1', 'ours')).toBeDefined();
    expect(come('198.51.100.1', 'ours')).toBeDefined();
    for (let at = 0; at < 1_000; at += 1) {
      now += 100;
      come(addressOf(at), `${at}`);
    }
    expect(come('198.51.100.1', 'ours')).toBeDefined();
    expect(ended).not.toContain('ours');
    expect(ended.slice(0, 2)).toEqual(['0', '1']);
  });

  it('give way before who has just come, of whose office others are there, too', () => {
    flood(300, 10);
    now += 5_000;
    const office = Array.from({ length: 10 }, () => come('198.51.100.1', 'ours'));
    flood(250, 10, false, 1_000);
    expect(ended.filter((name) => name === 'ours')).toEqual([]);
    for (const leave of office) expect(leave).toBeDefined();
  });

  it('end nobody in his first second, and nobody who reads a fingerprint for a minute', () => {
    flood(300, 10);
    come('198.51.100.1', 'reads', true);
    for (let second = 0; second < 60; second += 1) {
      const leave = come('198.51.100.2', 'ours');
      flood(150, 1_000 / 150, false, 1_000 + second * 150);
      leave?.();
    }
    expect(ended.filter((name) => name !== 'theirs')).toEqual([]);
    expect(ended.length).toBeGreaterThan(8_000);
  });

  it('do not drive out who has just come by exchanging keys, and who waits longest gives way', () => {
    flood(300, 10, true);
    come('198.51.100.1', 'ours');
    flood(900, 5, true, 1_000);
    expect(ended.indexOf('ours')).toBe(-1);
    now += 5_000;
    come('203.0.113.1', 'last');
    expect(ended.at(-1)).toBe('ours');
  });

  it('turn away who has more than few in one place', () => {
    flood(285, 10);
    const many = Array.from({ length: 40 }, () => come('198.51.100.1', 'ours'));
    expect(many.filter((leave) => leave !== undefined)).toHaveLength(15);
  });
});
