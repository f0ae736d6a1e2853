import { codeOf, reading } from './conformance-calls.js';
import type { VcsSamples } from './door-conformance.js';
import type { VcsWorkshop } from './vcs-workshop.js';

/** Registers the tests of repositories that are made out of others. */
export const describeForks = (workshop: () => VcsWorkshop, samples: VcsSamples): void => {
  it('makes repositories out of others if its samples say so, and only then', () => {
    expect(workshop().kind.fork !== undefined).toBe(samples.forks);
  });

  if (!samples.forks) return;
  describe('forks', () => {
    const source = async (commits: number) => {
      const shop = workshop();
      const directory = shop.freshDirectory();
      await shop.kind.create(directory);
      const ids = commits > 0 ? await shop.commit(directory, shop.kind.defaultReference, commits) : [];
      return { directory, ids };
    };
    const fork = async (from: string) => {
      const shop = workshop();
      const directory = shop.freshDirectory();
      await shop.kind.fork?.(from, directory, reading());
      return { directory, repository: shop.kind.open(directory) };
    };
    const branches = async (directory: string) => {
      const snapshot = await workshop().kind.open(directory).branches?.snapshot();
      return snapshot?.page(0, 100);
    };

    it('have the branches, the commits and the default branch of their source', async () => {
      const shop = workshop();
      const { directory, ids } = await source(3);
      const [other] = await shop.commit(directory, samples.branch, 1);
      await shop.kind.open(directory).setHead(samples.branch);
      const made = await fork(directory);
      expect(await made.repository.head()).toBe(samples.branch);
      expect(await branches(made.directory)).toEqual(await branches(directory));
      for (const id of [...ids, other])
        expect(await made.repository.resolve(id, reading())).toEqual({ outcome: 'found', id });
    });

    it('of what is empty are empty', async () => {
      const made = await fork((await source(0)).directory);
      expect(await made.repository.head()).toBe(workshop().kind.defaultReference);
      expect(await branches(made.directory)).toEqual([]);
      const [first] = await workshop().commit(made.directory, samples.branch, 1);
      expect(await made.repository.resolve(first, reading())).toEqual({ outcome: 'found', id: first });
    });

    it('share nothing with their source: what one gets the other has not, and one outlives the other', async () => {
      const shop = workshop();
      const { directory, ids } = await source(2);
      const one = await fork(directory);
      const two = await fork(one.directory);
      const [there] = await shop.commit(directory, shop.kind.defaultReference, 1);
      const [here] = await shop.commit(one.directory, samples.branch, 1);
      expect(await one.repository.resolve(there, reading())).toEqual({ outcome: 'absent' });
      expect(await shop.kind.open(directory).resolve(here, reading())).toEqual({ outcome: 'absent' });
      await shop.remove(directory);
      await shop.remove(one.directory);
      expect(await two.repository.resolve(ids[1], reading())).toEqual({ outcome: 'found', id: ids[1] });
      expect(await branches(two.directory)).toEqual([{ id: shop.kind.defaultReference, commit: ids[1] }]);
    });

    it('are not made of nothing, nor in a directory that is in use, which stays as it is', async () => {
      const shop = workshop();
      const { directory, ids } = await source(1);
      expect(await codeOf(shop.kind.fork?.(shop.freshDirectory(), shop.freshDirectory(), reading()))).toBe(
        'not_found',
      );
      const used = await source(1);
      expect(await codeOf(shop.kind.fork?.(directory, used.directory, reading()))).toBe('directory_in_use');
      expect(await branches(used.directory)).toEqual([
        { id: shop.kind.defaultReference, commit: used.ids[0] },
      ]);
      const late = { ...reading(), deadline: Date.now() };
      expect(await codeOf(shop.kind.fork?.(directory, shop.freshDirectory(), late))).toBe('unavailable');
      expect(await shop.kind.open(directory).resolve(ids[0], reading())).toEqual({
        outcome: 'found',
        id: ids[0],
      });
    });
  });
};
