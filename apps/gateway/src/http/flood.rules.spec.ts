import { isCrumbled } from './flood.rules.js';

describe('a body in pieces', () => {
  it.each([
    ['small ones that are few', 1_000, 1_000, 0],
    ['many of a usual size', 1_000_000, 1_000_000 * 1_400, 60_000],
    ['a byte a second, for days', 500_000, 500_000, 500_000_000],
    ['lines of a text', 100_000, 100_000 * 80, 1_000],
  ])('may come as %s', (_, pieces, bytes, passed) => {
    expect(isCrumbled(pieces, bytes, passed)).toBe(false);
  });

  it('may come in as many as are free, and not in one more', () => {
    expect(isCrumbled(1_000 + 100 + 1, 64, 1_000)).toBe(false);
    expect(isCrumbled(1_000 + 100 + 2, 64, 1_000)).toBe(true);
  });

  it('may not come byte by byte as fast as it can', () => {
    expect(isCrumbled(1_100, 1_100, 100)).toBe(true);
    expect(isCrumbled(50_000, 50_000, 10_000)).toBe(true);
  });
});
