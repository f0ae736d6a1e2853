import { cp, link, readdir, stat, utimes, writeFile } from 'node:fs/promises';
import { basename, extname, join, relative } from 'node:path';
import { GitWorld } from '../git-world.fixture.js';
import { lastingFiles } from '../lasting-files.js';
import { ObjectLinks } from './object-links.js';
import { SharedFiles } from './shared-files.js';

const joinAll = ['repack', '-a', '-d', '-q', '--write-midx', '--write-bitmap-index'];

// git itself.
describe('the links to all objects of a repository', () => {
  const world = GitWorld.ofSuite();

  /** A repository with two packs and single objects, and an empty one. */
  const pair = async () => {
    const { directory } = await world.repository();
    for (const name of ['one', 'two', 'three']) {
      await world.grow(directory, name, 2);
      if (name !== 'three') await world.must(['repack', '-d', '-q'], { cwd: directory });
    }
    const { directory: empty } = await world.repository();
    return { from: directory, to: empty };
  };
  const objects = async (directory: string): Promise<string[]> => {
    const flags = ['--batch-all-objects', '--batch-check=%(objectname)'];
    return (await world.must(['cat-file', ...flags], { cwd: directory })).split('\n');
  };
  /** Each link is made after `before`, which gets its number. */
  const make = (
    from: string,
    to: string,
    before: (at: number, path: string) => Promise<unknown>,
    linked = link,
  ) => {
    let at = 0;
    const files = new SharedFiles(world.disk, async (...paths) => {
      await before((at += 1), String(paths[0]));
      await linked(...paths);
    });
    const [source, target] = [join(from, 'objects'), join(to, 'objects')];
    return new ObjectLinks(source, target, files, new AbortController().signal).make();
  };

  it('lead to all of them whenever they are joined to one pack', async () => {
    let links = 0;
    const made = await pair();
    const before = await objects(made.from);
    for (let moment = 1; moment <= Math.max(links, 1); moment += 1) {
      const [from, to] = [world.freshDirectory(), world.freshDirectory()];
      await cp(made.from, from, { recursive: true });
      await cp(made.to, to, { recursive: true });
      let count = 0;
      await make(from, to, async (at) => {
        count = at;
        if (at !== moment) return;
        await world.must(joinAll, { cwd: from });
      });
      links = Math.max(links, count);
      expect(await objects(to)).toEqual(expect.arrayContaining(before));
      expect((await world.git(['multi-pack-index', 'verify'], { cwd: to })).code).toBe(0);
    }
    expect(links).toBeGreaterThan(8);
  });

  // Each link changes when the file came, which others go by (`VcsEngine.lasting`).
  it('are to files that never change, but for two that are read anew quickly', async () => {
    const { from, to } = await pair();
    await world.must(joinAll, { cwd: from });
    await world.must(['commit-graph', 'write', '--reachable', '--split'], { cwd: from });
    await world.grow(from, 'four', 2);
    const changing: string[] = [];
    await make(from, to, (_, path) => {
      const inside = relative(from, path);
      if (!lastingFiles.test(inside)) changing.push(inside);
      return Promise.resolve();
    });
    const endings = new Set((await readdir(to, { recursive: true })).map((path) => extname(path)));
    expect([...endings]).toEqual(expect.arrayContaining(['.pack', '.idx', '.bitmap', '.graph']));
    expect(changing.map((path) => basename(path)).sort()).toEqual(['commit-graph-chain', 'multi-pack-index']);
  });

  it('are copies where there can be no links, and none where those do not fit', async () => {
    const { from, to } = await pair();
    const refuse = () => Promise.reject(Object.assign(new Error('another disk'), { code: 'EXDEV' }));
    const name = (await readdir(join(from, 'objects/pack'))).find((each) => each.endsWith('.pack')) ?? '';
    await utimes(join(from, 'objects/pack', name), 1_000_000, 1_000_000);
    await make(from, to, () => Promise.resolve(), refuse);
    expect(await objects(to)).toEqual(await objects(from));
    const [there, here] = await Promise.all([from, to].map((at) => stat(join(at, 'objects/pack', name))));
    expect(here.ino).not.toBe(there.ino);
    expect(here.mtime).toEqual(there.mtime);
    world.room = 10;
    const { directory: full } = await world.repository();
    await expect(make(from, full, () => Promise.resolve(), refuse)).rejects.toMatchObject({
      code: 'no_room',
    });
  });

  it('end where packs come without an end, and where nobody waits', async () => {
    const { from, to } = await pair();
    const growing = async (at: number, path: string) => {
      if (!path.endsWith('.idx')) return;
      const name = join(from, 'objects/pack', `pack-${String(at).padStart(40, '0')}`);
      for (const ending of ['.pack', '.idx']) await writeFile(name + ending, '');
    };
    await expect(make(from, to, growing)).rejects.toMatchObject({ code: 'contended' });
    const { directory } = await world.repository();
    const signal = AbortSignal.abort();
    const files = new SharedFiles(undefined);
    const [source, target] = [join(from, 'objects'), join(directory, 'objects')];
    await expect(new ObjectLinks(source, target, files, signal).make()).rejects.toMatchObject({
      code: 'unavailable',
    });
  });
});
