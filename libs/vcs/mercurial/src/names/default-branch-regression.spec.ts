import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WatchedDisk } from '@holdfast/vcs-spi/conformance';
import { readDefault, writeDefault } from './default-branch.js';

// Its name was left to whatever moment the system writes it at: after a loss of power it was the one before.
describe('a default branch of Mercurial', () => {
  it('is on the disk, and its name, when it is set', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'default-'));
    await mkdir(join(directory, '.hg'));
    const disk = await WatchedDisk.of(directory);
    await writeDefault(directory, 'b').finally(() => disk.end());
    expect(disk.brought).toEqual([
      expect.stringMatching(/^sync \.hg\/holdfast-default\.[0-9a-f]+$/),
      'sync .hg',
    ]);
    expect(await readDefault(directory)).toBe('b');
    await rm(directory, { recursive: true });
  });
});
