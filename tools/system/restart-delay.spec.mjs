import { RestartDelay } from './restart-delay.mjs';

describe('the delay before a program is started again', () => {
  /** @param {number[]} healthy */
  const after = (...healthy) => {
    const delay = new RestartDelay();
    return healthy.map((each) => delay.after(each));
  };

  it('doubles from a quarter of a second to ten seconds while it keeps dying', () => {
    expect(after(0, 0, 0, 9_999, 0, 0, 0, 0)).toEqual([250, 500, 1000, 2000, 4000, 8000, 10_000, 10_000]);
  });

  it('is the least again after ten seconds of health', () => {
    expect(after(0, 0, 0, 10_000, 0)).toEqual([250, 500, 1000, 250, 500]);
  });
});
