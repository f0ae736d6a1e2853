import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { brokenDisk, WatchedDisk } from '@holdfast/vcs-spi/conformance';
import { LargeFiles } from './large-files.js';

const content = Buffer.from('a large file');
const oid = createHash('sha256').update(content).digest('hex');
const outer = `lfs/objects/${oid.slice(0, 2)}`;
const inner = `${outer}/${oid.slice(2, 4)}`;

// A disk. Whoever has brought a large file removes his own.
describe('a large file that comes', () => {
  let directory: string;
  let disk: WatchedDisk;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'large-'));
    disk = await WatchedDisk.of(directory);
  });
  afterEach(async () => {
    disk.end();
    await rm(directory, { recursive: true });
  });

  const received = (mayStay: () => unknown = () => undefined): Promise<void> => {
    const asked = () => Promise.resolve().then(mayStay) as Promise<void>;
    return new LargeFiles().receive(
      directory,
      { oid, size: content.length },
      Readable.from([content]),
      asked,
    );
  };
  const isThere = () => existsSync(join(directory, inner, oid));

  it('is on the disk before it has its name, and its name before anybody hears of it', async () => {
    const named: boolean[] = [];
    disk.before = () => named.push(isThere());
    let before = 0;
    await received(() => (before = disk.brought.length));
    expect(disk.brought.slice(0, before)).toEqual([
      ...['sync .', 'sync lfs'],
      expect.stringMatching(/^datasync lfs\/incoming\//),
    ]);
    expect(disk.brought.slice(before)).toEqual([
      ...['sync lfs', 'sync lfs/objects', `sync ${outer}`],
      ...[`sync ${inner}`, `sync ${outer}`],
    ]);
    expect(named).toEqual([...Array<boolean>(6).fill(false), true, true]);
  });

  it('is refused where the disk does not take it, and leaves nothing', async () => {
    disk.before = (what) => what.startsWith('datasync') && brokenDisk();
    let wasAsked = false;
    await expect(received(() => (wasAsked = true))).rejects.toThrow('EIO');
    expect([wasAsked, isThere(), await readdir(join(directory, 'lfs/incoming'))]).toEqual([false, false, []]);
  });

  it('is not said to be there where the disk does not take its name', async () => {
    disk.before = (what) => what === `sync ${inner}` && brokenDisk();
    await expect(received()).rejects.toThrow('EIO');
  });
});
