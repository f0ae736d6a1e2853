import { PaceWindow } from './pace-window.js';

describe('how fast bytes have come lately', () => {
  /** Whether it is below 10 bytes a second over 1,000 ms, once all of these were noted. */
  const isBelow = (...noted: [at: number, bytes: number][]): boolean => {
    const pace = new PaceWindow(1_000);
    for (const [at, bytes] of noted) pace.note(at, bytes);
    return pace.isBelow(10);
  };

  it('is not known before the span has passed', () => {
    expect(isBelow()).toBe(false);
    expect(isBelow([5_000, 0])).toBe(false);
    expect(isBelow([5_000, 0], [5_999, 0])).toBe(false);
    expect(isBelow([5_000, 0], [6_000, 0])).toBe(true);
  });

  it('is that of the whole span', () => {
    expect(isBelow([5_000, 0], [6_000, 9])).toBe(true);
    expect(isBelow([5_000, 0], [6_000, 10])).toBe(false);
    expect(isBelow([5_000, 7], [5_600, 7], [6_500, 21])).toBe(true);
    expect(isBelow([5_000, 7], [5_600, 7], [6_500, 22])).toBe(false);
  });

  it('is that of lately: what came before the span does not count', () => {
    expect(isBelow([0, 0], [1_000, 500], [2_000, 505])).toBe(true);
    expect(isBelow([0, 0], [1_001, 500], [2_000, 505])).toBe(false);
    expect(isBelow([5_000, 0], [5_500, 7], [6_500, 16])).toBe(true);
    expect(isBelow([0, 0], [500, 0], [1_000, 0], [2_000, 10])).toBe(false);
  });
});
