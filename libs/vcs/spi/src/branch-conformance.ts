import { describeWith } from './abilities-conformance.js';
import { actor, codeOf, reading } from './conformance-calls.js';
import type { VcsSamples } from './door-conformance.js';
import type { VcsWorkshop } from './vcs-workshop.js';

/** Registers the tests of the branches of a kind. */
export const describeBranches = (workshop: () => VcsWorkshop, samples: VcsSamples): void => {
  const main = (shop: VcsWorkshop): string => samples.main ?? shop.kind.defaultReference;
  describeWith(samples.has, 'branches')('branches', () => {
    const withBranches = async () => {
      const shop = workshop();
      const directory = shop.freshDirectory();
      await shop.kind.create(directory);
      const repository = shop.kind.open(directory);
      const ids = await shop.commit(directory, shop.kind.defaultReference, 3);
      if (!repository.branches) throw new Error('a kind without branches does not take part');
      return { shop, directory, repository, branches: repository.branches, ids };
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
      const { shop, directory, branches, ids } = await withBranches();
      const create = (id: string, commit = ids[0]) =>
        codeOf(branches.create({ id, commit, actor }, reading()));
      await create('topic');
      expect(await create('topic')).toBe('name_in_use');
      expect(await create(samples.badBranch)).toBe('name_invalid');
      expect(await create('absent', samples.absent)).toBe('not_a_commit');
      const thing = await shop.notACommit?.(directory);
      if (thing) expect(await create('thing', thing)).toBe('not_a_commit');
      expect((await branches.snapshot()).names).toEqual([main(shop), 'topic'].sort());
      // Refusals leave nothing that disturbs what comes after them.
      expect(await create('after')).toBeUndefined();
    });

    it('are not deleted when they have moved', async () => {
      const { branches, ids } = await withBranches();
      const { commit } = await branches.create({ id: 'topic', commit: ids[1], actor }, reading());
      expect(await codeOf(branches.delete({ id: 'topic', expected: ids[0], actor }, reading()))).toBe(
        'moved',
      );
      expect((await branches.snapshot()).get('topic')).toBe(commit);
    });

    it('exist when they are made again at the commit and at the second at which they were made before', async () => {
      const { branches, ids } = await withBranches();
      const branch = { id: 'topic', commit: ids[1], actor, at: Math.floor(Date.now() / 1000) };
      for (let round = 1; round <= 3; round += 1) {
        const planned = (await branches.plan?.(branch, reading())) ?? { id: 'topic', commit: ids[1] };
        expect(await branches.create(branch, reading())).toEqual(planned);
        expect(await branches.find('topic', reading())).toBe(planned.commit);
        await branches.delete({ id: 'topic', expected: planned.commit, actor, at: branch.at }, reading());
        expect(await branches.find('topic', reading())).toBeUndefined();
      }
    });

    it('lead to where their creation was planned to', async () => {
      const { branches, ids } = await withBranches();
      const branch = { id: 'topic', commit: ids[1], actor, at: Math.floor(Date.now() / 1000) };
      const planned = (await branches.plan?.(branch, reading())) ?? { id: 'topic', commit: ids[1] };
      expect((await branches.snapshot()).get('topic')).toBeUndefined();
      expect(await branches.create(branch, reading())).toEqual(planned);
    });

    it('exist once when several create one at the same time', async () => {
      const { branches, ids } = await withBranches();
      const made: string[] = [];
      const attempts = ids.map((commit) => {
        const creation = branches.create({ id: 'race', commit, actor }, reading());
        return codeOf(creation.then((branch) => made.push(branch.commit)));
      });
      const codes = await Promise.all(attempts);
      expect(codes.filter((code) => code === undefined)).toHaveLength(1);
      expect(codes.filter((code) => code === 'name_in_use')).toHaveLength(ids.length - 1);
      expect((await branches.snapshot()).get('race')).toBe(made[0]);
    });

    it('are listed bytewise, and their pages have no gap', async () => {
      const { shop, branches, ids } = await withBranches();
      const names = samples.branches;
      await Promise.all(names.map((id) => branches.create({ id, commit: ids[0], actor }, reading())));
      const snapshot = await branches.snapshot();
      const expected = [...names, main(shop)].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
      expect(snapshot.names).toEqual(expected);
      expect(snapshot.size).toBe(expected.length);
      const offsets = [...names.keys(), names.length].filter((at) => at % 4 === 0);
      const pages = offsets.flatMap((offset) => snapshot.page(offset, 4));
      expect(pages.map(({ id }) => id)).toEqual(expected);
      expect(pages.every(({ id, commit }) => snapshot.get(id) === commit)).toBe(true);
    });

    it('show what was written past them as soon as the foreign write has begun, and after it', async () => {
      const { shop, directory, repository, branches, ids } = await withBranches();
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
      const { shop, directory, branches, ids } = await withBranches();
      const other = shop.kind.open(directory);
      const { commit } = await branches.create({ id: 'topic', commit: ids[0], actor }, reading());
      expect((await other.branches?.snapshot())?.get('topic')).toBe(commit);
      await other.close();
      expect((await branches.snapshot()).get('topic')).toBe(commit);
    });

    it('names of any length are taken or refused', async () => {
      const { shop, branches, ids } = await withBranches();
      for (const length of [200, 255, 256, 1000, 5000]) {
        const id = 'n'.repeat(length);
        const problem = shop.kind.branchNameProblem(id);
        const code = await codeOf(branches.create({ id, commit: ids[0], actor }, reading()));
        expect(code).toBe(problem ? 'name_invalid' : undefined);
      }
      expect(shop.kind.branchNameProblem('a'.repeat(200))).toBeUndefined();
    });
  });
};
