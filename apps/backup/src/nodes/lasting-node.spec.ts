import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brokenDisk, WatchedDisk } from '@holdfast/vcs-spi/conformance';
import { LocalNode } from './local-node.js';

const at = 'ab/cd/0b6f.git';
const draft = 'ab/cd/~b6f.git';

async function* bytes(): AsyncGenerator<Buffer> {
  yield await Promise.resolve(Buffer.from('main'));
}

// A disk. A restore says that a repository is there again, and nobody looks after that.
describe('a repository that is put into a storage node', () => {
  let data: string;
  let disk: WatchedDisk;
  let node: LocalNode;
  beforeEach(async () => {
    data = await mkdtemp(join(tmpdir(), 'node-'));
    node = new LocalNode(data);
    await node.begin(at);
    disk = await WatchedDisk.of(data);
  });
  afterEach(async () => {
    disk.end();
    await rm(data, { recursive: true });
  });

  const filled = async (): Promise<void> => {
    await node.makeDirectory(at, 'refs');
    await node.write(at, { path: 'refs/main', mode: 0o600 }, bytes());
  };

  it('is on the disk, each file and directory, before it has its name, and its name before that is said', async () => {
    const named: boolean[] = [];
    disk.before = () => named.push(existsSync(join(data, at)));
    await filled();
    await node.place(at);
    expect(disk.brought).toEqual([
      ...[`sync ${draft}/refs/main`, `sync ${draft}`, `sync ${draft}/refs`],
      'sync ab/cd',
    ]);
    expect(named).toEqual([false, false, false, true]);
  });

  it('has no file that the disk does not take', async () => {
    disk.before = brokenDisk;
    await expect(filled()).rejects.toThrow('EIO');
  });

  it.each([draft, `${draft}/refs`])('has no name where the disk does not take %s', async (directory) => {
    await filled();
    disk.before = (what) => what === `sync ${directory}` && brokenDisk();
    await expect(node.place(at)).rejects.toThrow('EIO');
    await node.discard(at);
    expect(await readdir(join(data, 'ab/cd'))).toEqual([]);
  });

  it('is not said to be there where the disk does not take its name', async () => {
    await filled();
    disk.before = (what) => what === 'sync ab/cd' && brokenDisk();
    await expect(node.place(at)).rejects.toThrow('EIO');
  });
});
