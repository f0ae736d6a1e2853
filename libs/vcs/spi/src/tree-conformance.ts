import { describeWith } from './abilities-conformance.js';
import { reading } from './conformance-calls.js';
import { whole } from './conformance-files.js';
import type { VcsSamples } from './door-conformance.js';
import type { Tree, TreeEntry } from './vcs-history.js';
import type { VcsWorkshop } from './vcs-workshop.js';

/** Registers the tests of what a kind tells of its files. */
export const describeTree = (workshop: () => VcsWorkshop, samples: VcsSamples): void => {
  describeWith(samples.has, 'tree')('the files at a commit', () => {
    const withFiles = async () => {
      const shop = workshop();
      const directory = shop.freshDirectory();
      await shop.kind.create(directory);
      const ids = await shop.commit(directory, shop.kind.defaultReference, 4);
      const { tree } = shop.kind.open(directory);
      if (!tree) throw new Error('a kind without files does not take part');
      return { tree, commit: ids[3], ids };
    };
    const level = async (tree: Tree, commit: string, path: string) =>
      (await tree.level({ ...whole, commit, path }, reading()))?.results;
    const walked = async (tree: Tree, commit: string, path = ''): Promise<TreeEntry[]> => {
      const entries = (await level(tree, commit, path)) ?? [];
      const below = entries.map((entry) =>
        entry.type === 'directory' ? walked(tree, commit, entry.path) : Promise.resolve([entry]),
      );
      return (await Promise.all(below)).flat();
    };

    it('are the same one by one, by directory and all together', async () => {
      const { tree, commit } = await withFiles();
      const all = (await tree.files({ ...whole, commit }, reading())).results;
      expect(all.length).toBeGreaterThan(0);
      expect(await walked(tree, commit)).toEqual(all);
      for (const entry of all) {
        expect(await tree.entry(commit, entry.path, reading())).toEqual(entry);
        expect(entry.path.endsWith(entry.name)).toBe(true);
        expect(entry.size).toBeGreaterThan(0);
        expect(await level(tree, commit, entry.path)).toBeUndefined();
      }
      expect(await tree.entry(commit, '', reading())).toMatchObject({ name: '', type: 'directory' });
    });

    it('come with their bytes where they are few', async () => {
      const { tree, commit } = await withFiles();
      if (!tree.small) return;
      for (const { id, size = 0 } of (await tree.files({ ...whole, commit }, reading())).results) {
        expect(await tree.small(id, size, reading())).toHaveLength(size);
        expect(await tree.small(id, size - 1, reading())).toBeUndefined();
      }
      expect(await tree.small(samples.absent, 100, reading())).toBeUndefined();
      expect(await tree.small(commit, 1000, reading())).toBeUndefined();
    });

    it('are nothing where there is nothing', async () => {
      const { tree, commit } = await withFiles();
      const [{ path }] = (await tree.files({ ...whole, commit }, reading())).results;
      for (const other of ['no-such', `${path}/x`, `${path}x`, '..', '.', '*', path.toUpperCase(), '\n']) {
        expect([other, await tree.entry(commit, other, reading())]).toEqual([other, undefined]);
        expect(await level(tree, commit, other)).toBeUndefined();
      }
      expect(await tree.entry(samples.absent, '', reading())).toBeUndefined();
    });

    it('come in pages, forwards and backwards, and by a part of their path', async () => {
      const { tree, commit } = await withFiles();
      const paths = async (query: object, recursive: boolean) => {
        const asked = { ...whole, commit, ...query };
        const page = recursive
          ? await tree.files(asked, reading())
          : await tree.level({ ...asked, path: '' }, reading());
        return [page?.results.map(({ path }) => path), page?.more];
      };
      for (const recursive of [true, false]) {
        const [all] = (await paths({}, recursive)) as [string[], boolean];
        expect(all.length).toBeGreaterThan(2);
        expect(await paths({ offset: 1, limit: 1 }, recursive)).toEqual([[all[1]], true]);
        expect(await paths({ limit: all.length }, recursive)).toEqual([all, false]);
        expect(await paths({ backwards: true }, recursive)).toEqual([[...all].reverse(), false]);
        expect(await paths({ backwards: true, offset: 1, limit: 1 }, recursive)).toEqual([
          [all.at(-2)],
          true,
        ]);
        expect(await paths({ offset: 1000 }, recursive)).toEqual([[], false]);
        expect(await paths({ text: all[0].toUpperCase() }, recursive)).toEqual([[all[0]], false]);
      }
    });

    it('grow with the history', async () => {
      const { tree, ids } = await withFiles();
      const count = async (commit: string) =>
        (await tree.files({ ...whole, commit }, reading())).results.length;
      expect(await count(ids[0])).toBeLessThan(await count(ids[3]));
    });
  });
};
