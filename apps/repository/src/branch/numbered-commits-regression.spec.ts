import type { Reading } from '@holdfast/vcs-spi';
import { CommitTimes } from './commit-times.js';

const reading: Reading = { owner: { company: 'acme', account: 'ada' }, deadline: Infinity };

// The time of revision 5 of one repository counted for revision 5 of all others, of other companies, too: lists by time
// had branches that they should not have, and lacked others, until the process ended.
describe('times of commits whose ids are numbers', () => {
  const repository = (time: number, more: { contentAddressed?: true } = {}) => {
    const asked: string[][] = [];
    const commitTimes = (ids: readonly string[]) => {
      asked.push([...ids]);
      return Promise.resolve(ids.map(() => time));
    };
    return { asked, commitTimes, ...more };
  };

  it('are those of the repository that is asked, as it is now', async () => {
    const times = new CommitTimes();
    expect(await times.of(repository(1000), ['5', '6', '5'], reading)).toEqual([1000, 1000, 1000]);
    expect(await times.of(repository(2000), ['5'], reading)).toEqual([2000]);
  });

  it('do not count for those that are hashes, nor the other way round', async () => {
    const times = new CommitTimes();
    const hashed = repository(3000, { contentAddressed: true });
    expect(await times.of(repository(1000), ['5'], reading)).toEqual([1000]);
    expect(await times.of(hashed, ['5'], reading)).toEqual([3000]);
    expect(await times.of(repository(1000), ['5'], reading)).toEqual([1000]);
    expect(await times.of(hashed, ['5'], reading)).toEqual([3000]);
    expect(hashed.asked).toEqual([['5']]);
  });
});
