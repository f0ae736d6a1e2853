import { abilities, describeWith } from './abilities-conformance.js';
import { describeBlame } from './blame-conformance.js';
import { describeCommits } from './commit-conformance.js';
import { actor, codeOf, reading } from './conformance-calls.js';
import { describeDiff } from './diff-conformance.js';
import { describeDoor, type VcsSamples } from './door-conformance.js';
import { describeForks } from './fork-conformance.js';
import { describeHistory } from './history-conformance.js';
import { describeSearch } from './search-conformance.js';
import { describeTree } from './tree-conformance.js';
import type { VcsKindEntry } from './vcs-kind-entry.js';
import type { VcsWorkshop } from './vcs-workshop.js';

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

    describeWith(samples.has, 'branches')('branches', () => {
      const withBranches = async () => {
        const { directory, repository } = await made();
        const ids = await shop.commit(directory, shop.kind.defaultReference, 3);
        if (!repository.branches) throw new Error('a kind without branches does not take part');
        return { directory, repository, branches: repository.branches, ids };
      };

      it('are created, shown and deleted', async () => {
        const { repository, branches, ids } = await withBranches();
        const branch = await branches.create({ id: 'topic', commit: ids[1], actor }, reading());
        expect(branch.id).toBe('topic');
        expect((await branches.snapshot()).get('topic')).toBe(branch.commit);
        const refs = [branches.refOf('nothing'), branches.refOf('topic')];
        expect(await repository.tips(refs)).toEqual([undefined, branch.commit]);
        const many = Array.from({ length: 100 }, () => refs).flat();
        expect(new Set(await repository.tips(many))).toEqual(new Set([undefined, branch.commit]));
        expect(await branches.delete({ id: 'topic', expected: branch.commit, actor }, reading())).toEqual(
          branch,
        );
        expect((await branches.snapshot()).get('topic')).toBeUndefined();
        expect(await codeOf(branches.delete({ id: 'topic', actor }, reading()))).toBe('not_found');
        expect((await branches.create({ id: 'topic', commit: ids[0], actor }, reading())).id).toBe('topic');
      });

      it('are refused for a name in use, a bad name, and what is no commit', async () => {
        const { directory, branches, ids } = await withBranches();
        const create = (id: string, commit = ids[0]) =>
          codeOf(branches.create({ id, commit, actor }, reading()));
        await create('topic');
        expect(await create('topic')).toBe('name_in_use');
        expect(await create(samples.badBranch)).toBe('name_invalid');
        expect(await create('absent', samples.absent)).toBe('not_a_commit');
        const thing = await shop.notACommit?.(directory);
        if (thing) expect(await create('thing', thing)).toBe('not_a_commit');
        expect((await branches.snapshot()).names).toEqual([shop.kind.defaultReference, 'topic'].sort());
        // Refusals leave nothing that disturbs what comes after them.
        expect(await create('after')).toBeUndefined();
      });

      it('are not deleted when they have moved', async () => {
        const { branches, ids } = await withBranches();
        await branches.create({ id: 'topic', commit: ids[1], actor }, reading());
        expect(await codeOf(branches.delete({ id: 'topic', expected: ids[0], actor }, reading()))).toBe(
          'moved',
        );
        expect((await branches.snapshot()).get('topic')).toBe(ids[1]);
      });

      it('exist once when several create one at the same time', async () => {
        const { branches, ids } = await withBranches();
        const attempts = ids.map((commit) =>
          codeOf(branches.create({ id: 'race', commit, actor }, reading())),
        );
        const codes = await Promise.all(attempts);
        expect(codes.filter((code) => code === undefined)).toHaveLength(1);
        expect(codes.filter((code) => code === 'name_in_use')).toHaveLength(ids.length - 1);
        expect((await branches.snapshot()).get('race')).toBe(ids[codes.indexOf(undefined)]);
      });

      it('are listed bytewise, and their pages have no gap', async () => {
        const { branches, ids } = await withBranches();
        const names = samples.branches;
        await Promise.all(names.map((id) => branches.create({ id, commit: ids[0], actor }, reading())));
        const snapshot = await branches.snapshot();
        const expected = [...names, shop.kind.defaultReference].sort((a, b) =>
          Buffer.compare(Buffer.from(a), Buffer.from(b)),
        );
        expect(snapshot.names).toEqual(expected);
        expect(snapshot.size).toBe(expected.length);
        const offsets = [...names.keys(), names.length].filter((at) => at % 4 === 0);
        const pages = offsets.flatMap((offset) => snapshot.page(offset, 4));
        expect(pages.map(({ id }) => id)).toEqual(expected);
        expect(pages.every(({ id, commit }) => snapshot.get(id) === commit)).toBe(true);
      });

      it('show what was written past them as soon as the foreign write has begun, and after it', async () => {
        const { directory, repository, branches, ids } = await withBranches();
        const before = await branches.snapshot();
        const write = repository.foreignWrite();
        const [during] = await shop.commit(directory, 'pushed', 1);
        expect((await branches.snapshot()).get('pushed')).toBe(during);
        const [after] = await shop.commit(directory, 'pushed', 1);
        write.end();
        expect((await branches.snapshot()).get('pushed')).toBe(after);
        await branches.create({ id: 'made', commit: ids[0], actor }, reading());
        expect((await branches.snapshot()).names).toContain('made');
        expect(before.get('pushed')).toBeUndefined();
      });

      it('are seen by every object that is open on the directory', async () => {
        const { directory, branches, ids } = await withBranches();
        const other = shop.kind.open(directory);
        await branches.create({ id: 'topic', commit: ids[0], actor }, reading());
        expect((await other.branches?.snapshot())?.get('topic')).toBe(ids[0]);
        await other.close();
        expect((await branches.snapshot()).get('topic')).toBe(ids[0]);
      });

      it('names of any length are taken or refused', async () => {
        const { branches, ids } = await withBranches();
        for (const length of [200, 255, 256, 1000, 5000]) {
          const id = 'n'.repeat(length);
          const problem = shop.kind.branchNameProblem(id);
          const code = await codeOf(branches.create({ id, commit: ids[0], actor }, reading()));
          expect(code).toBe(problem ? 'name_invalid' : undefined);
        }
        expect(shop.kind.branchNameProblem('a'.repeat(200))).toBeUndefined();
      });
    });

    describeHistory(() => shop, samples);
    describeTree(() => shop, samples);
    describeCommits(() => shop, samples);
    describeDiff(() => shop, samples);
    describeBlame(() => shop, samples);
    describeSearch(() => shop, samples);
    describeForks(() => shop, samples);
  });
};
