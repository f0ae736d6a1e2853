import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { brokenDisk, WatchedDisk } from '@holdfast/vcs-spi/conformance';
import { IncomingRepository } from './incoming-repository.js';

const youngest = 40;

// They were written down one after the other, each with a wait for the disk: of 100,000 these were 200,000 waits.
describe('revisions that were loaded', () => {
  let root: string;
  let disk: WatchedDisk;
  let incoming: IncomingRepository;
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'settled-'));
    for (const name of ['revs', 'revprops']) await mkdir(join(root, 'db', name), { recursive: true });
    for (const [file, text] of [
      ['format', '5\n'],
      ['db/format', '8\nlayout sharded 10\n'],
      ['db/current', '0\n'],
      ['db/uuid', 'here\n'],
    ])
      await writeFile(join(root, file), text);
    incoming = new IncomingRepository(root);
    await incoming.prepare(0, 'there');
    for (let revision = 0; revision <= youngest; revision += 1)
      for (const name of ['revs', 'revprops']) {
        const shard = join(incoming.path, 'db', name, String(Math.floor(revision / 10)));
        await mkdir(shard, { recursive: true });
        await writeFile(join(shard, String(revision)), 'x');
      }
    await writeFile(join(incoming.path, 'db/current'), `${youngest}\n`);
    disk = await WatchedDisk.of(incoming.path);
  });
  afterEach(async () => {
    disk.end();
    await rm(root, { recursive: true });
  });

  it('are written down some at a time, each of them once', async () => {
    let [waiting, most] = [0, 0];
    disk.before = async () => {
      most = Math.max(most, (waiting += 1));
      await sleep(2);
      waiting -= 1;
    };
    await incoming.settle(0);
    expect(most).toBeGreaterThan(1);
    const wanted = Array.from({ length: youngest }, (_, at) => at + 1).flatMap((revision) =>
      ['revs', 'revprops'].map((name) => `sync db/${name}/${Math.floor(revision / 10)}/${revision}`),
    );
    expect(disk.brought.toSorted()).toEqual([...wanted, 'sync db/revprops/0/0'].sort());
  });

  it('are not taken for written where the disk takes one of them not', async () => {
    disk.before = (what) => (what.endsWith('/3') ? brokenDisk() : undefined);
    await expect(incoming.settle(0)).rejects.toThrow('EIO');
  });

  it('are written down no further where it is to end', async () => {
    let looked = 0;
    const look = (): void => {
      if ((looked += 1) > 10) throw new Error('enough');
    };
    await expect(incoming.settle(0, look)).rejects.toThrow('enough');
    await sleep(50);
    expect(disk.brought).toHaveLength(10);
  });

  it('have their names on the disk before anything says that they are there', async () => {
    disk.end();
    disk = await WatchedDisk.of(root);
    await incoming.publish(0);
    const shards = [0, 1, 2, 3, 4].flatMap((shard) => [`sync db/revprops/${shard}`, `sync db/revs/${shard}`]);
    const names = [...shards, 'sync db/revprops', 'sync db/revs'];
    expect(disk.brought.slice(0, names.length).sort()).toEqual(names.sort());
    expect(disk.brought.slice(names.length)).toEqual([
      ...['sync db/uuid.new', 'sync db/current.new'],
      'sync db',
    ]);
  });
});
