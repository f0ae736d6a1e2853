import type { DavClient } from '../server/dav-client.js';
import { History } from './history.js';
import type { ListedNode } from './listing.js';
import { SubversionReader } from './subversion-reader.js';

// Git and Mercurial list `lib-a, lib.js, lib`, which is the order of all files below; Subversion listed `lib` first.
describe('one level of a tree of Subversion', () => {
  const node = (path: string, isDirectory: boolean): ListedNode => ({ path, isDirectory, revision: '1' });
  const listed = [node('', true), node('lib', true), node('lib.js', false), node('lib-a', true)];
  const reader = new SubversionReader({} as DavClient);
  reader.list = () => Promise.resolve(listed);
  const reading = { owner: { company: 'acme', account: 'ann' }, deadline: Date.now() + 3_600_000 };

  it.each([
    [false, ['lib-a', 'lib.js', 'lib']],
    [true, ['lib', 'lib.js', 'lib-a']],
  ])('has each directory where what is in it would stand (backwards: %s)', async (backwards, names) => {
    const query = { commit: '1', path: '', backwards, offset: 0, limit: 10 };
    const page = await new History(reader).level({ directory: '/r', reading, query });
    expect(page?.results.map(({ path }) => path)).toEqual(names);
  });
});
