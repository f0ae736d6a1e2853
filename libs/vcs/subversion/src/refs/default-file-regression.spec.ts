import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WatchedDisk } from '@holdfast/vcs-spi/conformance';
import { readDefaultFile, writeDefaultFile } from './default-file.js';

// Two that were set at once had one file on the way, and the second found none to move.
describe('a default branch', () => {
  it('is one of those that are set at the same time', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'default-'));
    const names = Array.from({ length: 20 }, (_, at) => `b${at}`);
    await Promise.all(names.map((name) => writeDefaultFile(directory, name)));
    expect(names).toContain(await readDefaultFile(directory));
    expect(await readdir(directory)).toHaveLength(1);
    await rm(directory, { recursive: true });
  });

  // It lay there for ever, and counted for the size of the repository.
  it('leaves nothing where it cannot be set', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'default-'));
    await mkdir(join(directory, 'default-branch'));
    await expect(writeDefaultFile(directory, 'b')).rejects.toThrow('EISDIR');
    expect(await readdir(directory)).toEqual(['default-branch']);
    await rm(directory, { recursive: true });
  });

  it('is on the disk, and its name, when it is set', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'default-'));
    const disk = await WatchedDisk.of(directory);
    await writeDefaultFile(directory, 'b').finally(() => disk.end());
    expect(disk.brought).toEqual([expect.stringMatching(/^sync default-branch\.[0-9a-f]+$/), 'sync .']);
    await rm(directory, { recursive: true });
  });
});
