import type { Reading } from '@holdfast/vcs-spi';
import { CommitTimes } from './commit-times.js';
import { KeptTimes } from './kept-times.js';

const reading: Reading = { owner: { company: 'acme', account: 'ada' }, deadline: Infinity };
const named = (count: number): string[] => Array.from({ length: count }, (_, at) => `c${at}`);

describe('the times of commits', () => {
  it('are found by whoever goes through more than are kept, in the same order again', () => {
    const times = new KeptTimes(200);
    const ids = named(240);
    ids.forEach((id, at) => times.set(id, at));
    let found = 0;
    ids.forEach((id, at) => {
      const time = times.get(id);
      if (time === at) found += 1;
      times.set(id, at);
    });
    expect(found).toBeGreaterThan(50);
    expect(ids.filter((id) => times.get(id) !== undefined)).toHaveLength(200);
  });

  it('are read once, and answered though they are not kept as long as the others are read', async () => {
    const times = new CommitTimes();
    const asked: number[] = [];
    const data = {
      contentAddressed: true as const,
      commitTimes: (ids: readonly string[]) => {
        asked.push(ids.length);
        return Promise.resolve(ids.map((id) => (id === 'none' ? undefined : Number(id.slice(1)))));
      },
    };
    expect(await times.of(data, ['c1', 'none', 'c2', 'c1'], reading)).toEqual([1, undefined, 2, 1]);
    expect(await times.of(data, ['c2', 'c3'], reading)).toEqual([2, 3]);
    expect(asked).toEqual([3, 1]);
    const all = named(230_000);
    for (const round of [1, 2]) {
      const told = await times.of(data, all, reading);
      expect([round, told.findIndex((time, at) => time !== at)]).toEqual([round, -1]);
    }
  });
});
