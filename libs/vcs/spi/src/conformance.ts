import { abilities } from './abilities-conformance.js';
import { describeBlame } from './blame-conformance.js';
import { describeCommits } from './commit-conformance.js';
import { describeCare } from './care-conformance.js';
import { describeBranches } from './branch-conformance.js';
import { codeOf, reading } from './conformance-calls.js';
import { describeDiff } from './diff-conformance.js';
import { describeDoor, type VcsSamples } from './door-conformance.js';
import { describeForks } from './fork-conformance.js';
import { describeHistory } from './history-conformance.js';
import { describeSearch } from './search-conformance.js';
import { describeSummaries } from './summary-conformance.js';
import { describeTree } from './tree-conformance.js';
import type { VcsKindEntry } from './vcs-kind-entry.js';
import type { VcsWorkshop } from './vcs-workshop.js';

export { flipByte } from './flipped-byte.js';
export { heldBy } from './held-memory.js';
export { linkTo } from './link-to-engine.js';
export { begunTurns } from './transfer/begun-turns.js';
export { brokenDisk, WatchedDisk } from './watched-disk.js';
export { describeDoor };
export type { VcsSamples, VcsWorkshop };

/** Registers the tests that every kind has to pass. */
export const describeVcsKind = (
  entry: VcsKindEntry,
  samples: VcsSamples,
  start: () => Promise<VcsWorkshop>,
): void => {
  describeDoor(entry, samples);
  describe(`${entry.id} as a version control kind`, () => {
    let shop: VcsWorkshop;
    beforeAll(async () => {
      shop = await start();
    });
    afterAll(async () => {
      await shop.stop();
      expect(await shop.leftovers()).toEqual([]);
    });

    const made = async () => {
      const directory = shop.freshDirectory();
      await shop.kind.create(directory);
      return { directory, repository: shop.kind.open(directory) };
    };

    it('is what its entry says', () => {
      const { id, defaultReference, protectsBranches } = shop.kind;
      expect({ id, defaultReference, protectsBranches }).toEqual({
        id: entry.id,
        defaultReference: entry.defaultReference,
        protectsBranches: entry.protectsBranches,
      });
    });

    it('has the abilities that its samples name, and no others', async () => {
      const { repository } = await made();
      expect(abilities.filter((each) => repository[each] !== undefined)).toEqual([...samples.has].sort());
    });

    describe('creation', () => {
      it('makes a repository that is empty and can be used at once', async () => {
        const { repository } = await made();
        expect(await repository.head()).toBe(shop.kind.defaultReference);
        expect((await repository.branches?.snapshot())?.size ?? 0).toBe(0);
        expect((await repository.tags?.snapshot())?.size ?? 0).toBe(0);
        expect(await repository.resolve(samples.absent, reading())).toEqual({ outcome: 'absent' });
      });

      it('refuses a directory that is in use, and leaves what lies there', async () => {
        const { directory, repository } = await made();
        const [tip] = await shop.commit(directory, shop.kind.defaultReference, 1);
        expect(await codeOf(shop.kind.create(directory))).toBe('directory_in_use');
        expect(await repository.resolve(tip, reading())).toEqual({ outcome: 'found', id: tip });
      });

      it('makes many at once, and of two at one place only one', async () => {
        const shared = shop.freshDirectory();
        const codes = await Promise.all(
          [shared, shared].map((directory) => codeOf(shop.kind.create(directory))),
        );
        expect(codes.sort()).toEqual(['directory_in_use', undefined]);
        await Promise.all(Array.from({ length: 20 }, () => made()));
      });

      it('reports that it is ready', async () => {
        expect(await shop.kind.health()).toMatchObject({ ready: true });
      });
    });

    describe('commits', () => {
      it('are found by their full id and by what the kind takes for it', async () => {
        const { directory, repository } = await made();
        const ids = await shop.commit(directory, shop.kind.defaultReference, 3);
        for (const id of ids) {
          for (const name of [id, ...samples.abbreviations(id)]) {
            expect(name).toMatch(new RegExp(`^(?:${entry.commitIds})$`));
            expect(await repository.resolve(name, reading())).toEqual({ outcome: 'found', id });
          }
        }
      });

      it('are not found by names, expressions, shorter prefixes or other ids', async () => {
        const { directory, repository } = await made();
        const [id] = await shop.commit(directory, shop.kind.defaultReference, 1);
        const others = [shop.kind.defaultReference, '--all', '', samples.absent, ...samples.noRevisions(id)];
        for (const other of others)
          expect(await repository.resolve(other, reading())).toEqual({ outcome: 'absent' });
        const thing = await shop.notACommit?.(directory);
        if (thing) expect(await repository.resolve(thing, reading())).toEqual({ outcome: 'absent' });
        if (thing)
          expect(await repository.resolve(thing.slice(0, 10), reading())).toEqual({ outcome: 'absent' });
      });

      it('tell their times in seconds, in the order of the question', async () => {
        const { directory, repository } = await made();
        const ids = await shop.commit(directory, shop.kind.defaultReference, 3);
        const times = await repository.commitTimes([...ids].reverse().concat(samples.absent), reading());
        expect(times.pop()).toBeUndefined();
        for (const time of times) expect(Math.abs((time ?? 0) - Date.now() / 1000)).toBeLessThan(86_400);
        expect([...times].sort((a, b) => (b ?? 0) - (a ?? 0))).toEqual(times);
        expect(await repository.commitTimes([], reading())).toEqual([]);
      });
    });

    describe('the default branch', () => {
      it('is what setHead says, whether or not it exists, and nothing that is no name', async () => {
        const { repository } = await made();
        await repository.setHead(samples.branch);
        expect(await repository.head()).toBe(samples.branch);
        expect(await codeOf(repository.setHead(samples.badBranch))).toBe('name_invalid');
        expect(await repository.head()).toBe(samples.branch);
      });
    });

    describeBranches(() => shop, samples);
    describeHistory(() => shop, samples);
    describeTree(() => shop, samples);
    describeCommits(() => shop, samples);
    describeDiff(() => shop, samples);
    describeBlame(() => shop, samples);
    describeSearch(() => shop, samples);
    describeForks(() => shop, samples);
    describeSummaries(() => shop, samples);
    describeCare(() => shop, samples);
  });
};
