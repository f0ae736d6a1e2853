import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brokenDisk, WatchedDisk } from '@holdfast/vcs-spi/conformance';
import { writePrivate } from './private-file.js';

describe('a file with secrets that is given back', () => {
  let directory: string;
  let disk: WatchedDisk;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'private-'));
    disk = await WatchedDisk.of(directory);
  });
  afterEach(async () => {
    disk.end();
    await rm(directory, { recursive: true });
  });

  it('is on the disk before it has its name, and its name before that is said; nobody else reads it', async () => {
    const path = join(directory, 'keys');
    const named: boolean[] = [];
    disk.before = () => named.push(existsSync(path));
    await writePrivate(path, Buffer.from('secret'));
    expect(disk.brought).toEqual(['sync keys.new', 'sync .']);
    expect(named).toEqual([false, true]);
    expect([await readFile(path, 'utf8'), (await stat(path)).mode & 0o777]).toEqual(['secret', 0o600]);
  });

  it('leaves the one before it where the disk does not take it', async () => {
    const path = join(directory, 'keys');
    await writeFile(path, 'older');
    disk.before = brokenDisk;
    await expect(writePrivate(path, Buffer.from('secret'))).rejects.toThrow('EIO');
    expect(await readFile(path, 'utf8')).toBe('older');
  });
});
