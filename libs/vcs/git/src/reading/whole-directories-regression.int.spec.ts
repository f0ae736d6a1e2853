import { jest } from '@jest/globals';
import { reading } from '../awaited-reading.fixture.js';
import { GitWorld } from '../git-world.fixture.js';
import { TreeRecords } from './tree-records.js';

/** What ends two seconds before nobody waits any more has less time than this (ms). */
const early = 18_500;

// It was taken for cut: its page said that there is more, and as a full page it was kept so.
describe('a directory that was read whole before the time was over', () => {
  const world = GitWorld.ofSuite();
  afterEach(() => jest.restoreAllMocks());

  it('has nothing beyond its page', async () => {
    const { directory, tip: commit } = await world.seeded(2);
    const level = async (limit: number) => {
      const query = { commit, path: '', offset: 0, limit, backwards: false, withCommits: false };
      return world.kind.open(directory).tree?.level(query, reading());
    };
    const all = (await level(100))?.results ?? [];
    expect(all.length).toBeGreaterThan(0);
    const over = new AbortController();
    const timeout = AbortSignal.timeout.bind(AbortSignal);
    jest
      .spyOn(AbortSignal, 'timeout')
      .mockImplementation((time) => (time < early ? over.signal : timeout(time)));
    const read = Reflect.get(TreeRecords.prototype, 'read');
    jest.spyOn(TreeRecords.prototype, 'read').mockImplementation(function (this: TreeRecords, piece) {
      read.call(this, piece);
      over.abort();
    });
    expect(await level(all.length)).toEqual({ results: all, more: false });
    expect(over.signal.aborted).toBe(true);
  });
});
