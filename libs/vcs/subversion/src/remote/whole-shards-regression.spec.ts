import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { IncomingRepository } from './incoming-repository.js';

const size = 4;

// Each revision was moved by itself: of some hundred thousand that took so long that the import was taken for lost, and
// began anew under it.
describe('revisions that have come', () => {
  let root: string;
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'shards-'));
    await write(join(root, 'format'), '5\n');
    await write(join(root, 'db/format'), `8\nlayout sharded ${size}\n`);
    await write(join(root, 'db/uuid'), 'here\nown\n');
  });
  afterEach(() => rm(root, { recursive: true }));

  const write = async (path: string, text: string): Promise<void> => {
    await mkdir(join(path, '..'), { recursive: true });
    await writeFile(path, text);
  };
  const fileOf = (name: string, revision: number) => `db/${name}/${Math.floor(revision / size)}/${revision}`;
  const fill = async (directory: string, from: number, to: number, text: string): Promise<void> => {
    for (let revision = from; revision <= to; revision += 1)
      for (const name of ['revs', 'revprops'])
        await write(join(directory, fileOf(name, revision)), `${text} ${name} ${revision}`);
    await write(join(directory, 'db/current'), `${to}\n`);
  };
  const inodeOf = async (path: string) => (await stat(path)).ino;

  const published = async (base: number, youngest: number): Promise<number[]> => {
    await fill(root, 0, base, 'old');
    const incoming = new IncomingRepository(root);
    await incoming.prepare(base, 'there');
    await fill(incoming.path, base + 1, youngest, 'new');
    if (base === 0) {
      await write(join(incoming.path, 'db/revprops/0/0'), 'new revprops 0');
      await write(join(incoming.path, 'db/uuid'), 'there\nother\n');
    }
    await incoming.settle(base);
    const shards = Array.from({ length: Math.floor(youngest / size) + 1 }, (_, shard) => shard);
    const before = new Map<number, number>();
    for (const shard of shards) before.set(shard, await inodeOf(join(incoming.path, `db/revs/${shard}`)));
    // One that was cut off has left it.
    await write(join(root, fileOf('revs', youngest)), 'of nobody');
    await write(join(root, fileOf('revs', base + size)), 'of nobody');
    await incoming.publish(base);
    for (let revision = 0; revision <= youngest; revision += 1)
      for (const name of ['revs', 'revprops']) {
        const isOld = revision <= base && !(revision === 0 && base === 0 && name === 'revprops');
        const text = await readFile(join(root, fileOf(name, revision)), 'utf8');
        if (text !== `${isOld ? 'old' : 'new'} ${name} ${revision}`)
          throw new Error(`${name} ${revision}: ${text}`);
      }
    expect(await readFile(join(root, 'db/current'), 'utf8')).toBe(`${youngest}\n`);
    const moved: number[] = [];
    for (const shard of shards)
      if ((await inodeOf(join(root, `db/revs/${shard}`))) === before.get(shard)) moved.push(shard);
    return moved;
  };

  it.each([
    [0, 13, [1, 2]],
    [0, 15, [1, 2, 3]],
    [3, 8, [1]],
    [4, 12, [2]],
    [5, 6, []],
  ])(
    'lie behind revision %i up to %i, whole directories of them moved at once',
    async (base, youngest, moved) => {
      expect(await published(base, youngest)).toEqual(moved);
    },
  );
});
