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
    const files = Array.from({ length: 7 }, (_, at) => `${at}.e2e.ts`);
    expect(lotsOf(files, 3).flat().sort()).toEqual(files);
    expect(lotsOf(files, 20)).toHaveLength(7);
    expect(lotsOf([], 2)).toEqual([]);
  });
});
