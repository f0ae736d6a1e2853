import { leastIdAt, timedId } from './timed-id.js';

describe('an id that increases in time', () => {
  it('has 24 hex digits, the first of which are its time', () => {
    const now = Date.now() + 10_000;
    expect(timedId(now)).toMatch(/^[0-9a-f]{24}$/);
    expect(parseInt(timedId(now + 1).slice(0, 12), 16)).toBe(now + 1);
  });

  it('increases within a millisecond and when the clock goes back', () => {
    const now = Date.now() + 20_000;
    const made = Array.from({ length: 70_000 }, () => timedId(now));
    made.push(timedId(now - 5_000));
    expect([...made].sort()).toEqual(made);
    expect(new Set(made).size).toBe(made.length);
  });

  it('is not less than the least one of its time', () => {
    const now = Date.now() + 40_000;
    expect(timedId(now) >= leastIdAt(now)).toBe(true);
    expect(timedId(now) < leastIdAt(now + 1)).toBe(true);
  });
});
