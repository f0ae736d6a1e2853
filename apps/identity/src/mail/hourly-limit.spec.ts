import { HourlyLimit } from './hourly-limit.js';

describe('a limit by the hour', () => {
  it('is of each key, from the first time on', () => {
    let now = 1_000;
    const limit = new HourlyLimit(2, { now: () => now });
    const minute = 60_000;
    expect([limit.take('a'), limit.take('b')]).toEqual([true, true]);
    now += 50 * minute;
    expect([limit.take('a'), limit.take('a'), limit.take('b')]).toEqual([true, false, true]);
    now += 11 * minute;
    expect([limit.take('a'), limit.take('a'), limit.take('a')]).toEqual([true, true, false]);
  });
});
