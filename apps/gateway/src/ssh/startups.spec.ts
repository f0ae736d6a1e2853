import { isShed, Startups } from './startups.js';

const limits = { begin: 10, most: 20, perAddress: 15 };

const nothing = (): void => undefined;

describe('connections on their way to a login', () => {
  it('are all let in at first, then fewer and fewer, and none beyond the most', () => {
    expect([0, 9].map((open) => isShed(open, limits, 0))).toEqual([false, false]);
    expect([0.29, 0.31].map((chance) => isShed(10, limits, chance))).toEqual([true, false]);
    expect([0.64, 0.66].map((chance) => isShed(15, limits, chance))).toEqual([true, false]);
    expect(isShed(20, limits, 0.999)).toBe(true);
  });

  it('make room when they have logged in or ended, once each', () => {
    const startups = new Startups({ begin: 2, most: 2, perAddress: 2 }, () => 0);
    const [first] = [startups.admit('192.0.2.1', nothing), startups.admit('192.0.2.2', nothing)];
    expect(startups.admit('192.0.2.3', nothing)).toBeUndefined();
    first?.();
    first?.();
    expect(startups.admit('192.0.2.3', nothing)).toBeDefined();
    expect(startups.admit('192.0.2.4', nothing)).toBeUndefined();
  });

  it('have a share for each address, for IPv6 its /64', () => {
    const startups = new Startups({ begin: 100, most: 100, perAddress: 1 });
    const leave = startups.admit('2001:db8::1', nothing);
    expect(startups.admit('2001:db8::2', nothing)).toBeUndefined();
    expect(startups.admit('2001:db8:0:1::2', nothing)).toBeDefined();
    leave?.();
    expect(startups.admit('2001:db8::2', nothing)).toBeDefined();
  });
});
