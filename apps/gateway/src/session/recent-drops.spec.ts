import { RecentDrops } from './recent-drops.js';

describe('what was dropped while questions were open', () => {
  it('is known by tag, with the last time', () => {
    const drops = new RecentDrops();
    drops.note(['a', 'b'], 1);
    drops.note(['a'], 3);
    expect([0, 1, 2, 3].map((epoch) => drops.since(epoch, ['a', 'c']))).toEqual([true, true, true, false]);
    expect([0, 1].map((epoch) => drops.since(epoch, ['b']))).toEqual([true, false]);
    expect(drops.since(0, ['c'])).toBe(false);
  });

  it('is everything at once', () => {
    const drops = new RecentDrops();
    drops.noteAll(2);
    expect([1, 2].map((epoch) => drops.since(epoch, []))).toEqual([true, false]);
  });

  it('is forgotten when nobody asks about it any more', () => {
    const drops = new RecentDrops();
    drops.note(['a', 'b'], 1);
    drops.note(['c'], 2);
    drops.note(['a'], 3);
    drops.forget(2);
    expect(['a', 'b', 'c'].map((tag) => drops.since(0, [tag]))).toEqual([true, false, false]);
  });
});
