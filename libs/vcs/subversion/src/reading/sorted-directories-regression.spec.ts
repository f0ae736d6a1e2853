import { Readable } from 'node:stream';
import { jest } from '@jest/globals';
import { compareBytes, loopShare } from '@holdfast/kernel';
import { History } from './history.js';
import type { ListedNode } from './listing.js';
import { orderedFiles } from './ordered-files.js';
import type { DavClient } from '../server/dav-client.js';
import { SubversionReader } from './subversion-reader.js';

const count = 5_000;
const above = `trunk/${'a'.repeat(800)}`;
const nodes: ListedNode[] = Array.from({ length: count }, (_, at) => ({
  ...{ path: `${above}/n${(at * 7_919) % count}`, isDirectory: false, revision: '1' },
}));
const listed = [{ path: above, isDirectory: true, revision: '1' }, ...nodes];
const sorted = nodes.map(({ path }) => path).sort(compareBytes);

// A large directory was sorted in one go, by whole paths: 20,000 names below 800 characters took a second or two, in
// which the process that serves everybody did nothing else, as often as a guest asked for a page of it.
describe('a large directory of Subversion', () => {
  const reading = { owner: { company: 'acme', account: 'ann' }, deadline: Date.now() + 3_600_000 };
  const list = () => Promise.resolve(listed);
  const files = () => orderedFiles(list, { path: above, backwards: false, most: count });
  const history = new History({ list, files } as unknown as SubversionReader);
  let passes: jest.SpiedFunction<() => Promise<void>>;
  beforeEach(() => {
    jest.spyOn(loopShare, 'isOver', 'get').mockReturnValue(true);
    passes = jest.spyOn(loopShare, 'pass').mockResolvedValue();
  });
  afterEach(() => jest.restoreAllMocks());

  it.each([false, true])('is sorted while others have the event loop (backwards: %s)', async (backwards) => {
    const query = { commit: '1', path: above, backwards, offset: 1, limit: 2 };
    const page = await history.level({ directory: '/r', reading, query });
    const all = backwards ? [...sorted].reverse() : sorted;
    expect(page?.results.map(({ path }) => path)).toEqual(all.slice(1, 3));
    expect(page?.more).toBe(true);
    // Once for each name that is looked at, and as the sorting goes on.
    expect(passes.mock.calls.length).toBeGreaterThan(2 * count);
  });

  it('gives its files one by one, and others have the event loop between them', async () => {
    const query = { commit: '1', backwards: false, offset: count - 1, limit: 2 };
    const page = await history.files({ directory: '/r', reading, query });
    expect(page).toMatchObject({ results: [{ path: sorted[count - 1] }], more: false });
    expect(passes.mock.calls.length).toBeGreaterThan(2 * count);
  });

  it('is too large where its paths have more than 32 Mi characters', async () => {
    let told = 0;
    const one = `<D:response><D:href>/r/!svn/rvr/1/${'a'.repeat(1_000)}</D:href></D:response>`;
    function* answer(): Generator<Buffer> {
      yield Buffer.from('<D:multistatus>');
      for (; told < 60_000; told += 100) yield Buffer.from(one.repeat(100));
    }
    const ask = () => Promise.resolve(Object.assign(Readable.from(answer()), { statusCode: 207 }));
    const reader = new SubversionReader({ ask } as unknown as DavClient);
    await expect(reader.list({ directory: '/r', reading }, '1', '', 1)).rejects.toMatchObject({
      code: 'too_large',
    });
    expect(told).toBeLessThan(34_000);
  });
});
