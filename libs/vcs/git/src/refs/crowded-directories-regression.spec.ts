import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { loopShare } from '@holdfast/kernel';
import { removeEmptyDirectories } from '../upkeep/empty-directories.js';
import { removeStaleFiles } from '../upkeep/stale-files.js';
import { LargeRefs } from './packed-refs.js';
import { readRefs } from './ref-files.js';

// All directories below `refs/` were read at once and counted for nothing: 200,000 empty ones kept the event loop for
// 3.4 s and took 0.8 GiB, with each look at the branches.
describe('very many directories below refs/', () => {
  const count = 2_000;
  let root: string;
  let passes: jest.SpiedFunction<() => Promise<void>>;
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'crowded-refs-'));
    for (let at = 0; at < count; at += 1) await mkdir(join(root, `refs/heads/a${at}/b`), { recursive: true });
    await mkdir(join(root, 'refs/tags'));
    await writeFile(join(root, 'refs/heads/main'), `${'1'.repeat(40)}\n`);
    // As if others always waited.
    jest.spyOn(loopShare, 'isOver', 'get').mockReturnValue(true);
    passes = jest.spyOn(loopShare, 'pass');
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await rm(root, { recursive: true });
  });

  it('are read in turns, and count', async () => {
    const { refs } = await readRefs(root);
    expect(refs.branches.names).toEqual(['main']);
    expect(passes.mock.calls.length).toBeGreaterThanOrEqual(2 * count);
    await expect(readRefs(root, undefined, count * 80)).rejects.toBeInstanceOf(LargeRefs);
  });

  it('are read in turns where all of them are empty', async () => {
    for (let at = 0; at < count; at += 1) await rm(join(root, `refs/heads/a${at}/b`), { recursive: true });
    await readRefs(root);
    expect(passes.mock.calls.length).toBeGreaterThanOrEqual(2 * count);
  });

  it('are searched for locks in turns', async () => {
    const lock = join(root, 'refs/heads/a17/b/c.lock');
    await writeFile(lock, '');
    await utimes(lock, 1, 1);
    expect(await removeStaleFiles(root, 2_000)).toEqual([lock]);
    expect(passes.mock.calls.length).toBeGreaterThanOrEqual(2 * count);
  });

  it('are removed in turns where they are empty, from below', async () => {
    await writeFile(join(root, 'refs/heads/a17/b/c'), `${'1'.repeat(40)}\n`);
    await mkdir(join(root, 'refs/notes/empty'), { recursive: true });
    const { signal } = new AbortController();
    await removeEmptyDirectories(root, signal);
    expect(passes.mock.calls.length).toBeGreaterThanOrEqual(2 * count);
    const left = await readdir(join(root, 'refs'), { recursive: true });
    expect(left.sort()).toEqual(
      ['heads', 'heads/a17', 'heads/a17/b', 'heads/a17/b/c', 'heads/main', 'tags'].sort(),
    );
  });

  it('are left where the work ends early', async () => {
    await removeEmptyDirectories(root, AbortSignal.abort());
    expect(await readdir(join(root, 'refs/heads'))).toHaveLength(count + 1);
  });
});
