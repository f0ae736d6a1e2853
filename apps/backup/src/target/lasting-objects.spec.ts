import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brokenDisk, WatchedDisk } from '@holdfast/vcs-spi/conformance';
import { DirectoryTarget } from './directory-target.js';

const one = 'objects/ab/one';
const content = Buffer.from('content');

// A disk. What a backup has once said to be there is not put there again by any later one.
describe('an object of a backup in a directory', () => {
  let root: string;
  let disk: WatchedDisk;
  let target: DirectoryTarget;
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'lasting-'));
    target = await DirectoryTarget.open(join(root, 'backups'));
    disk = await WatchedDisk.of(root);
  });
  afterEach(async () => {
    disk.end();
    await rm(root, { recursive: true });
  });

  const draft = /^sync backups\/objects\/ab\/\.[0-9a-f]{16}\.new$/;
  const directory = 'sync backups/objects/ab';

  it('is on the disk before it has its name, and its name before that is said', async () => {
    const named: boolean[] = [];
    disk.before = () => named.push(existsSync(join(root, 'backups', one)));
    await target.put(one, content);
    const above = ['sync backups/objects', 'sync backups', 'sync .'];
    expect(disk.brought).toEqual([...above, expect.stringMatching(draft), directory]);
    expect(named).toEqual([false, false, false, false, true]);
    await target.put('objects/ab/two', content);
    expect(disk.brought.slice(5)).toEqual([expect.stringMatching(draft), directory]);
  });

  it('is not there where the disk does not take it, and leaves nothing', async () => {
    disk.before = (what) => draft.test(what) && brokenDisk();
    await expect(target.put(one, content)).rejects.toThrow('EIO');
    expect(await readdir(join(root, 'backups/objects/ab'))).toEqual([]);
  });

  it.each(['sync .', 'sync backups/objects', directory])(
    'is not said to be there where the disk does not take a name: %s',
    async (broken) => {
      disk.before = (what) => what === broken && brokenDisk();
      await expect(target.put(one, content)).rejects.toThrow('EIO');
    },
  );
});
