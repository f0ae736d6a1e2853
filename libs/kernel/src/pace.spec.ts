import { Pace } from './pace.js';

describe('the pace of a transfer', () => {
  let now = 0;
  let pace: Pace;
  beforeEach(() => {
    now = 0;
    pace = new Pace(() => now);
  });

  /** Asks every second for so long, while so many bytes a second are moved; the last answer. */
  const looked = (seconds: number, from: number, rate: number): boolean => {
    let slow = false;
    for (let second = 0; second <= seconds; second += 1, now += 1_000)
      slow = pace.isSlow(from + second * rate);
    return slow;
  };

  it('is not judged in the first seconds', () => expect(looked(9, 0, 0)).toBe(false));

  it('is slow below a kibibyte a second', () => expect(looked(10, 0, 1_023)).toBe(true));

  it('is not slow at a kibibyte a second', () => expect(looked(40, 0, 1_024)).toBe(false));

  it('is no longer slow as soon as enough has come', () => {
    expect(looked(12, 0, 1)).toBe(true);
    expect(pace.isSlow(20_000)).toBe(false);
  });

  it('is judged by the present, not by what was', () => {
    expect(looked(10, 0, 1_000_000)).toBe(false);
    expect(looked(10, 10_000_000, 1)).toBe(true);
  });

  it('does not count the time in which nobody waited for its client', () => {
    expect(looked(2, 0, 0)).toBe(false);
    now = 60_000;
    expect(looked(9, 0, 0)).toBe(false);
    expect(looked(2, 0, 0)).toBe(true);
  });
});
