import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { contentOf } from '../content-of.fixture.js';
import { describeMercurial } from '../mercurial-world.fixture.js';
import { sharedWorld } from '../shared-world.fixture.js';
import { takeBundle } from '../taken-bundle.fixture.js';

/** As files of the store end; in it directories of such names have others. */
const names = [
  ...['.d', '.i', '.hg-i', '..d', 'x', 'x.d', 'x.i', 'x.d.i', 'x.i.d', 'x.d.d', 'x.i.i', 'X.D'],
  ...['d/.d', 'd/.i', 'd/i', 'e.d/f', 'e.i/f.d', 'e.d.hg/f', '.d.d/.i.i', 'n./.d'],
];

// A file .d, or .i.d, could neither be pushed nor imported: with the ending of the store's file, its own was taken off.
describeMercurial('files whose names end as those of the store do', () => {
  const world = sharedWorld();

  // What is large has a file of its own for its data; what does not compress is large.
  const noise = (seed: number): string =>
    Array.from({ length: 40_000 }, (_, at) =>
      String.fromCharCode(33 + ((at * at * seed + at * 7) % 89)),
    ).join('');
  const work = async (): Promise<string> => {
    const path = await world.work();
    for (const [at, name] of names.entries()) {
      await mkdir(dirname(join(path, name)), { recursive: true });
      await writeFile(join(path, name), `${name}\n${noise(at + 3)}`);
    }
    await world.must(path, 'commit', '-qA', '-m', 'all');
    for (const name of names) await writeFile(join(path, name), `${noise(name.length)}\n${name}`);
    await world.must(path, 'commit', '-q', '-m', 'changed');
    return path;
  };
  const expectAll = async (path: string): Promise<void> => {
    for (const name of names)
      expect(await readFile(join(path, name), 'utf8')).toMatch(new RegExp(`\n${name}$`));
    expect((await readdir(path)).length).toBeGreaterThan(10);
    expect(await world.must(path, 'verify', '-q')).toBe('');
  };

  it('are pushed, cloned and read', async () => {
    const { url, reading, directory } = await world.repository();
    const mine = await work();
    await world.must(mine, 'push', '-q', url);
    for (const how of [[], ['--stream'], ['--pull']]) {
      const clone = world.place('clone');
      await world.must(world.root, 'clone', '-q', ...how, reading, clone);
      await expectAll(clone);
    }
    const commit = await world.must(mine, 'log', '-r', '.', '-T', '{node}');
    for (const path of names) {
      const file = { commit, path, type: 'file', mode: '100644', id: '', disposition: 'inline' } as never;
      const { status, body } = await contentOf(world, directory, { file });
      expect([path, status, body.toString().endsWith(`\n${path}`)]).toEqual([path, 200, true]);
    }
  });

  it('are pushed again, and imported', async () => {
    const { url } = await world.repository();
    const mine = await work();
    await world.must(mine, 'push', '-q', '-r', '0', url);
    await world.must(mine, 'push', '-q', url);
    const bundle = world.place('all.hg');
    await world.must(mine, 'bundle', '-q', '--all', bundle);
    const other = await world.repository();
    expect(await takeBundle(world, other.directory, await readFile(bundle))).toContain('"done": true');
    const clone = world.place('clone');
    await world.must(world.root, 'clone', '-q', other.reading, clone);
    await expectAll(clone);
  });
});
