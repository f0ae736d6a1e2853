import { createHash } from 'node:crypto';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { GitWorld } from '../git-world.fixture.js';
import { GitProcesses } from '../process/git-processes.js';
import { lfsPointers } from './lfs-pointers.js';

// git itself. Each id was a part of the text in which it came: 250,000 pointers of 980 bytes, packed to 33 MB, kept 420
// MB of the process that serves all transfers. And a file was many pointers: 500,000 files kept 4,000,000, then a copy.
describe('the pointers of large files', () => {
  const world = GitWorld.ofSuite();
  const processes = new GitProcesses({ mark: world.root, path: '/usr/local/bin:/usr/bin:/bin' });
  const { signal } = new AbortController();
  const count = 12_000;
  const longest = 1_000;

  const oidOf = (at: number): string => createHash('sha256').update(String(at)).digest('hex');
  const pointer = (at: number): string =>
    `version https://git-lfs.github.com/spec/v1\noid sha256:${oidOf(at)}\nsize ${at}\n`;
  const fileOf = (path: string, text: string): string =>
    `M 100644 inline ${path}\ndata ${text.length}\n${text}\n`;

  /** A commit of these files, and of one that says that they are pointers. */
  const committed = async (
    files: Iterable<string>,
    attributes = fileOf('.gitattributes', '* filter=lfs\n'),
  ): Promise<{ directory: string; tip: string }> => {
    const { directory } = await world.repository();
    const head = 'commit refs/heads/main\ncommitter a <a@example.com> 1600000000 +0000\ndata 1\nm\n';
    const input = [head, attributes, ...files].join('');
    await world.must(['fast-import', '--quiet'], { cwd: directory, input });
    return { directory, tip: await world.must(['rev-parse', 'main'], { cwd: directory }) };
  };
  const pointers = function* (): Generator<string> {
    for (let at = 0; at < count; at += 1) {
      const text = [0, 1, 2, 3, 4, 5, 6].map((more) => pointer(at + more * count)).join('');
      yield fileOf(`${'d'.repeat(200)}/${at}${'n'.repeat(200)}`, text.slice(0, longest));
    }
  };

  it('are one of each file, and keep no more than those of some thousand files', async () => {
    const { directory, tip } = await committed(pointers());
    const before = heapInUse();
    const found = await lfsPointers(processes, { directory, environment: {} }, [tip], signal);
    const kept: number[] = [];
    const pieces: number[] = [];
    const seen = new Set<number>();
    for await (const { objects, share } of found) {
      kept.push((heapInUse() - before) / count);
      pieces.push(objects.length, share);
      // Of the file itself only the number is kept, which the spec has made the size.
      for (const { oid, size } of objects) if (oid === oidOf(size)) seen.add(size);
    }
    // One file more says that they are pointers.
    expect(pieces).toEqual([expect.any(Number), 10_000 / (count + 1), expect.any(Number), 1]);
    expect(seen.size).toBe(count);
    expect(Math.max(...seen)).toBe(count - 1);
    expect(Math.max(...kept)).toBeLessThan(300);
  });

  it('are files that begin as such, whatever stands in them', async () => {
    const header = (text: string): string => `${createHash('sha1').update(text).digest('hex')} blob 9\n`;
    const texts = [
      pointer(1),
      `${pointer(2)}${header('x')}${pointer(3)}`,
      `text\n${pointer(4)}`,
      pointer(5).replace('size', 'bytes'),
      pointer(6).replace('oid', 'id'),
      `${pointer(7).slice(0, -1)}\ntext`,
    ];
    const { directory, tip } = await committed(texts.map((text, at) => fileOf(`f${at}`, text)));
    const found = await lfsPointers(processes, { directory, environment: {} }, [tip], signal);
    const sizes: number[] = [];
    for await (const { objects } of found) sizes.push(...objects.map(({ size }) => size));
    expect(sizes.sort()).toEqual([1, 2, 7]);
  });

  // Of those of most who keep large files an import brought none, and said that it was done; nor where git had the same
  // text in a file before it, or clients say elsewhere how they keep them.
  const sorts = Array.from({ length: 100 }, (_, at) => `*.sort${at} filter=lfs diff=lfs merge=lfs -text\n`);
  it.each([
    ['has a KiB and more', fileOf('.gitattributes', sorts.join(''))],
    ['lies in a directory', fileOf('assets/.gitattributes', sorts.join(''))],
    ['is the same as another', fileOf('-x', sorts.join('')) + fileOf('.gitattributes', sorts.join(''))],
    ['is not there', ''],
  ])('are found where .gitattributes %s', async (_, attributes) => {
    const { directory, tip } = await committed([fileOf('f', pointer(1))], attributes);
    const found = await lfsPointers(processes, { directory, environment: {} }, [tip], signal);
    const sizes: number[] = [];
    for await (const { objects } of found) sizes.push(...objects.map(({ size }) => size));
    expect(sizes).toEqual([1]);
  });

  it('are looked for no longer than somebody waits', async () => {
    const { directory, tip } = await committed([fileOf('f', pointer(1))]);
    const ending = new AbortController();
    const found = await lfsPointers(processes, { directory, environment: {} }, [tip], ending.signal);
    ending.abort();
    await expect(found[Symbol.asyncIterator]().next()).rejects.toMatchObject({ code: 'unavailable' });
  });
});

/** Bytes of objects that somebody still holds. */
const heapInUse = (): number => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
  return process.memoryUsage().heapUsed;
};
