import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { loopShare } from '@holdfast/kernel';
import { listDirectory } from '@holdfast/platform/files';
import { directorySize, namesBelow } from '@holdfast/vcs-spi';
import { Placement } from './placement.js';

// Mercurial has a file for each path, and users may put 600,000 into one directory. Each was read as a whole: measuring
// kept the event loop for 1.3 s after each push, removing it for 4.6 s, with 1.2 GiB.
describe('a repository with a directory of very many files', () => {
  const count = 1_000;
  const made = { uuid: '0198a1b2-c3d4-7e5f-8a6b-7c8d9e0f1a2b', type: 'mercurial' };
  let root: string;
  let placement: Placement;
  let directory: string;
  let passes: jest.SpiedFunction<() => Promise<void>>;
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'crowded-'));
    placement = new Placement(root, 'n1');
    directory = placement.directory(made);
    await mkdir(join(directory, 'data'), { recursive: true });
    for (let at = 0; at < count; at += 1) await writeFile(join(directory, 'data', `f${at}`), '');
    // As if others always waited.
    jest.spyOn(loopShare, 'isOver', 'get').mockReturnValue(true);
    passes = jest.spyOn(loopShare, 'pass');
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await rm(root, { recursive: true });
  });

  it('is measured in turns', async () => {
    expect(await directorySize(directory)).toBe(0);
    expect(passes.mock.calls.length).toBeGreaterThanOrEqual(count);
  });

  it('is listed in turns, and no further than anybody may list', async () => {
    const { files } = await listDirectory(directory);
    expect(files.size).toBe(count);
    expect(passes.mock.calls.length).toBeGreaterThanOrEqual(count);
    passes.mockClear();
    await expect(listDirectory(directory, { most: 100 })).rejects.toThrow('more than 100');
    expect(passes.mock.calls.length).toBeGreaterThan(0);
    expect(passes.mock.calls.length).toBeLessThanOrEqual(102);
  });

  it('is named in turns', async () => {
    const found: string[] = [];
    for await (const path of namesBelow(directory)) found.push(path);
    expect(found).toHaveLength(count + 2);
    expect(passes.mock.calls.length).toBeGreaterThanOrEqual(count);
  });

  it('is removed in turns, with what was to become it', async () => {
    await mkdir(join(directory, '..', `.${made.uuid}.mercurial.0a.new/data`), { recursive: true });
    await placement.remove(made);
    expect(passes.mock.calls.length).toBeGreaterThanOrEqual(count);
    expect(await readdir(join(directory, '..'))).toEqual([]);
  });
});
