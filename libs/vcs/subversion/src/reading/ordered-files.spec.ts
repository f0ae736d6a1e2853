import { VcsRefusal } from '@holdfast/vcs-spi';
import { orderedFiles } from './ordered-files.js';
import type { ListedNode } from './listing.js';

describe('files in the order of their paths', () => {
  const paths = ['a-b/c', 'a.txt', 'a/c', 'a/b/d', 'ab', 'a0/z', 'ü', 'A'];
  let asked: string[];
  beforeEach(() => (asked = []));

  const directory = (path: string): ListedNode => ({ path, isDirectory: true, revision: '1' });
  const list = (path: string): Promise<ListedNode[] | undefined> => {
    asked.push(path);
    const above = path === '' ? '' : `${path}/`;
    const found = new Map<string, ListedNode>();
    for (const each of paths.filter((one) => one.startsWith(above))) {
      const name = each.slice(above.length).split('/', 1)[0];
      const isDirectory = each !== above + name;
      found.set(name, { path: above + name, isDirectory, revision: '1' });
    }
    if (paths.includes(path)) return Promise.resolve([{ ...directory(path), isDirectory: false }]);
    return Promise.resolve(found.size > 0 ? [directory(path), ...found.values()] : undefined);
  };
  const all = async (path: string, backwards = false, most = 100, count = Infinity): Promise<string[]> => {
    const found: string[] = [];
    for await (const file of orderedFiles(list, { path, backwards, most })) {
      found.push(file.path);
      if (found.length >= count) break;
    }
    return found;
  };

  it('come in the order of the bytes of their paths, and backwards', async () => {
    const sorted = ['A', 'a-b/c', 'a.txt', 'a/b/d', 'a/c', 'a0/z', 'ab', 'ü'];
    expect(await all('')).toEqual(sorted);
    expect(await all('', true)).toEqual([...sorted].reverse());
    expect(await all('a')).toEqual(['a/b/d', 'a/c']);
  });

  it('may be one file, or none', async () => {
    expect(await all('ab')).toEqual(['ab']);
    expect(await all('nowhere')).toEqual([]);
  });

  it('are not looked for beyond those that are taken', async () => {
    expect(await all('', false, 100, 1)).toEqual(['A']);
    expect(asked).toEqual(['']);
  });

  // 35,000 paths of 60,000 characters, which one archive asked for, were more memory than there is.
  it('are refused where their paths take too much', async () => {
    const name = 'x'.repeat(60_000);
    let count = 0;
    const endless = (path: string): Promise<ListedNode[]> =>
      Promise.resolve([
        directory(path),
        ...Array.from({ length: 270 }, () => directory(`${name}${(count += 1)}`)),
      ]);
    const files = orderedFiles(endless, { path: '', backwards: false, most: 300_000 });
    await expect(files.next()).rejects.toThrow('too large');
    expect(count).toBeLessThan(5_000);
  });

  it('are refused where too much would have to be looked at', async () => {
    await expect(all('', false, 8)).rejects.toThrow(VcsRefusal);
    expect(await all('', false, 8, 2)).toEqual(['A', 'a-b/c']);
  });

  it('are refused as the directory is in which they lie', async () => {
    const broken = (path: string) =>
      path === 'a' ? Promise.reject(new VcsRefusal('unavailable', 'broken')) : list(path);
    const found: string[] = [];
    const reading = (async () => {
      for await (const { path } of orderedFiles(broken, { path: '', backwards: false, most: 100 }))
        found.push(path);
    })();
    await expect(reading).rejects.toThrow('broken');
    expect(found).toEqual(['A', 'a-b/c', 'a.txt']);
  });
});
