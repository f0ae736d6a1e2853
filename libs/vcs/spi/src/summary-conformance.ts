import { cp, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { VcsSamples } from './door-conformance.js';
import type { VcsWorkshop } from './vcs-workshop.js';

/** Registers the tests of what says whether two copies of a repository are the same. */
export const describeSummaries = (workshop: () => VcsWorkshop, samples: VcsSamples): void => {
  describe('summaries', () => {
    const source = async () => {
      const shop = workshop();
      const directory = shop.freshDirectory();
      await shop.kind.create(directory);
      await shop.commit(directory, shop.kind.defaultReference, 2);
      return directory;
    };

    it('of a copy are those of its source, until one of the two changes', async () => {
      const { engine, kind, commit, freshDirectory } = bound(workshop());
      const directory = await source();
      const copy = freshDirectory();
      await cp(directory, copy, { recursive: true });
      const before = await engine.summary(directory);
      expect(await engine.summary(copy)).toBe(before);
      await commit(directory, samples.branch, 1);
      const after = await engine.summary(directory);
      expect(after).not.toBe(before);
      expect(await engine.summary(copy)).toBe(before);
      await kind.open(directory).setHead(samples.branch);
      expect(await engine.summary(directory)).not.toBe(after);
    });

    it('are none of what is no repository', async () => {
      const { engine, freshDirectory } = bound(workshop());
      await expect(engine.summary(freshDirectory())).rejects.toThrow();
    });

    it('leave out no file that changes among those that last', async () => {
      const { engine, commit, kind } = bound(workshop());
      const directory = await source();
      const lasting = async () => {
        const found = new Map<string, string>();
        for (const each of await readdir(directory, { recursive: true, withFileTypes: true })) {
          const path = join(each.parentPath, each.name).slice(directory.length + 1);
          if (each.isFile() && engine.lasting?.test(path))
            found.set(path, await readFile(join(directory, path), 'base64'));
        }
        return found;
      };
      const before = await lasting();
      await commit(directory, kind.defaultReference, 2);
      const after = await lasting();
      for (const [path, content] of before) expect([content, undefined]).toContain(after.get(path));
    });
  });
};

const bound = (shop: VcsWorkshop) => ({
  engine: shop.engine,
  kind: shop.kind,
  commit: shop.commit.bind(shop),
  freshDirectory: shop.freshDirectory.bind(shop),
});
