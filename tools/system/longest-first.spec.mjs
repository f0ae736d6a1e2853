import { lotsOf } from './longest-first.mjs';

describe('lots of scenarios', () => {
  it('take about the same time, whatever the order of their files', () => {
    const files = [
      'a/kills-git.e2e.ts',
      'a/storage-moves.e2e.ts',
      'a/kills-mercurial.e2e.ts',
      'a/other.e2e.ts',
    ];
    const lots = [['storage-moves'], ['kills-git', 'kills-mercurial', 'other']];
    const named = (/** @type {string[][]} */ found) =>
      found.map((lot) => lot.map((file) => file.slice(2, -'.e2e.ts'.length)).sort());
    for (const order of [files, files.toReversed()])
      expect(named(lotsOf(order, 2))).toEqual(expect.arrayContaining(lots));
  });

  it('hold every file once, and are never empty', () => {
    const files = Array.from({ length: 50 }, (_, at) => `${at + 10}.e2e.ts`);
    const lots = lotsOf(files, 20);
    expect(lots.flat().sort()).toEqual(files);
    for (const lot of lots) expect(lot.length).toBeGreaterThan(10);
    expect(lotsOf(files, 2)).toHaveLength(2);
    expect(lotsOf([], 2)).toEqual([]);
  });

  it('are one where there is little', () => {
    const files = Array.from({ length: 7 }, (_, at) => `${at}.e2e.ts`);
    expect(lotsOf(files, 3)).toEqual([files]);
  });
});
