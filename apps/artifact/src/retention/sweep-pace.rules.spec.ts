import { isMuch, nextLook } from './sweep-pace.rules.js';

describe('the pace of sweeps', () => {
  it('is a look each minute and a half, unless passes would take more than a tenth of the time', () => {
    expect([0, 9_000, 9_001, 60_000].map(nextLook)).toEqual([90_000, 90_000, 90_010, 600_000]);
  });

  it('is an hour at most', () => {
    expect([360_000, 360_001, 10_000_000].map(nextLook)).toEqual([3_600_000, 3_600_000, 3_600_000]);
  });
});

describe('what came free', () => {
  it('is much when it is a GiB, or half of what is left', () => {
    expect(isMuch(2 ** 30, 2 ** 40)).toBe(true);
    expect(isMuch(2 ** 30 - 1, 2 ** 40)).toBe(false);
    expect(isMuch(500, 1_000)).toBe(true);
    expect(isMuch(499, 1_000)).toBe(false);
  });

  it('is not where it is nothing, however little is left', () => {
    expect([isMuch(0, 0), isMuch(0, -1), isMuch(1, -1)]).toEqual([false, false, true]);
  });
});
