import { describeWith } from './abilities-conformance.js';
import { actor, codeOf, reading } from './conformance-calls.js';
import { late } from './conformance-files.js';
import type { VcsSamples } from './door-conformance.js';
import type { Commit } from './vcs-history.js';
import type { VcsWorkshop } from './vcs-workshop.js';

/** Registers the tests of what a kind tells of its history. */
export const describeHistory = (workshop: () => VcsWorkshop, samples: VcsSamples): void => {
  const withCommits = async (count = 5) => {
    const shop = workshop();
    const directory = shop.freshDirectory();
    await shop.kind.create(directory);
    const ids = await shop.commit(directory, shop.kind.defaultReference, count);
    const repository = shop.kind.open(directory);
    if (!repository.log || !repository.branches) throw new Error('a kind without history does not take part');
    return { shop, directory, repository, log: repository.log, branches: repository.branches, ids };
  };

  describeWith(
    samples.has,
    'branches',
    'log',
  )('a revision', () => {
    it('is a full id, a branch, or what the kind takes for an id', async () => {
      const { shop, log, branches, ids } = await withCommits();
      const made = await branches.create({ id: samples.branch, commit: ids[1], actor }, reading());
      expect(await log.find(ids[2], reading())).toBe(ids[2]);
      expect(await log.find(samples.main ?? shop.kind.defaultReference, reading())).toBe(ids[4]);
      expect(await log.find(samples.branch, reading())).toBe(made.commit);
      for (const other of samples.abbreviations(ids[0]))
        expect(await log.find(other, reading())).toBe(ids[0]);
    });

    it('is nothing else', async () => {
      const { shop, directory, log, ids } = await withCommits(2);
      const { defaultReference } = shop.kind;
      const others = ['', '--all', samples.absent, 'no-such-branch', ...samples.noRevisions(ids[0])];
      const expressions = ['~1', '^', '^{commit}', '@{0}', ':file', '..', '\n'].map(
        (end) => `${defaultReference}${end}`,
      );
      for (const other of [...others, ...expressions])
        expect([other, await log.find(other, reading())]).toEqual([other, undefined]);
      const thing = await shop.notACommit?.(directory);
      if (thing) expect(await log.find(thing, reading())).toBeUndefined();
    });
  });

  describeWith(
    samples.has,
    'branches',
    'log',
  )('the log', () => {
    const idsOf = (commits: readonly Commit[]): string[] => commits.map(({ id }) => id);

    it('tells of commits in the order of the question', async () => {
      const { log, ids } = await withCommits(3);
      const found = await log.commits([ids[2], samples.absent, ids[0]], reading());
      expect(found.map((commit) => commit?.id)).toEqual([ids[2], undefined, ids[0]]);
      expect(found[0]).toMatchObject({ parents: [ids[1]], author: { name: expect.any(String) as string } });
      expect(found[2]?.parents).toEqual([]);
      expect(found[0]?.message).not.toBe('');
      expect(Math.abs((found[0]?.committer.at ?? 0) - Date.now() / 1000)).toBeLessThan(86_400);
      expect(await log.commits([], reading())).toEqual([]);
    });

    it('comes in pages, the newest first or the oldest', async () => {
      const { log, ids } = await withCommits();
      const page = async (offset: number, limit: number, oldestFirst = false) => {
        const found = await log.page({ from: ids[4], offset, limit, oldestFirst }, reading());
        return [idsOf(found.results), found.more];
      };
      const newest = [...ids].reverse();
      expect(await page(0, 10)).toEqual([newest, false]);
      expect(await page(0, 5)).toEqual([newest, false]);
      expect(await page(1, 2)).toEqual([newest.slice(1, 3), true]);
      expect(await page(9, 2)).toEqual([[], false]);
      expect(await page(0, 10, true)).toEqual([ids, false]);
      expect(await page(1, 2, true)).toEqual([ids.slice(1, 3), true]);
      expect(await page(4, 2, true)).toEqual([ids.slice(4), false]);
      expect(await page(5, 2, true)).toEqual([[], false]);
      // More than programs count to, and than a number holds exactly.
      for (const far of [2 ** 31 - 3, 2 ** 31, 2 ** 53, 1e50])
        expect([await page(far, 2), await page(far, 2, true)]).toEqual([
          [[], false],
          [[], false],
        ]);
    });

    it('leaves out what others reach, and what does not match', async () => {
      const { log, ids } = await withCommits();
      const whole = { from: ids[4], offset: 0, limit: 10, oldestFirst: true };
      const page = async (query: object) =>
        idsOf((await log.page({ ...whole, ...query }, reading())).results);
      expect(await page({ without: [ids[1]] })).toEqual(ids.slice(2));
      const [first] = await log.commits([ids[0]], reading());
      const { name, email } = first?.author ?? { name: '', email: '' };
      expect(await page({ author: name.toUpperCase() })).toEqual(ids);
      expect(await page({ author: email })).toEqual(ids);
      expect(await page({ author: 'nobody at all' })).toEqual([]);
      expect(await page({ text: first?.message.toUpperCase() })).toEqual(ids);
      // Nothing of a text means anything.
      for (const text of ['.*', '\\E.*', `${first?.message}\nno such line`])
        expect(await page({ text })).toEqual([]);
      for (const author of ['.*', '\\E.*', `${name}\nnobody`]) expect(await page({ author })).toEqual([]);
      const times = (await log.commits(ids, reading())).map((commit) => commit?.committer.at ?? 0);
      expect(await page({ after: times[1] })).toEqual(ids.filter((_, at) => times[at] > times[1]));
      expect(await page({ before: times[3] })).toEqual(ids.filter((_, at) => times[at] < times[3]));
      for (const path of ['no-such-file', '*', ':(glob)**', '-x', '--all'])
        expect(await page({ path })).toEqual([]);
    });

    const itParts = samples.isOneLine ? (): void => undefined : it;
    itParts('goes forward from a commit, and tells where two part', async () => {
      const { shop, directory, log, branches, ids } = await withCommits();
      await branches.create({ id: 'side', commit: ids[2], actor }, reading());
      const [aside] = await shop.commit(directory, 'side', 1);
      const whole = { offset: 0, limit: 10, oldestFirst: true };
      const after = await log.page({ ...whole, from: ids[4], descendingFrom: ids[2] }, reading());
      expect(idsOf(after.results)).toEqual(ids.slice(3));
      const unrelated = await log.page({ ...whole, from: ids[4], descendingFrom: aside }, reading());
      expect(unrelated.results).toEqual([]);
      expect(await log.mergeBase(ids[4], aside, reading())).toBe(ids[2]);
      expect(await log.mergeBase(ids[1], ids[1], reading())).toBe(ids[1]);
      const [alone] = await shop.commit(directory, 'alone', 1);
      expect(await log.mergeBase(ids[4], alone, reading())).toBeUndefined();
    });

    it('is not read for somebody who does not wait any longer', async () => {
      const { repository, log, ids } = await withCommits(1);
      const query = { from: ids[0], offset: 0, limit: 1, oldestFirst: false };
      const reads = [
        log.page(query, late()),
        log.commits(ids, late()),
        log.find(ids[0], late()),
        repository.resolve(ids[0], late()),
        repository.commitTimes(ids, late()),
        ...(repository.tags ? [repository.tags.targets(ids, late())] : []),
      ];
      expect(new Set(await Promise.all(reads.map(codeOf)))).toEqual(new Set(['unavailable']));
    });
  });

  describeWith(
    samples.makesTags ? samples.has : [],
    'branches',
    'log',
    'tags',
  )('tags', () => {
    const withTags = async () => {
      const all = await withCommits(3);
      if (!all.repository.tags) throw new Error('a kind without tags does not take part');
      const { tags } = all.repository;
      if (!tags.making) throw new Error('a kind that makes no tags does not take part');
      return { ...all, tags, making: tags.making };
    };

    it('are created, lead to their commits, and are deleted', async () => {
      const { repository, log, tags, making, ids } = await withTags();
      const made = await making.create({ id: 'v1', commit: ids[1], actor }, reading());
      expect(made).toEqual({ id: 'v1', commit: ids[1] });
      expect((await tags.snapshot()).get('v1')).toBe(ids[1]);
      expect(await repository.tips([tags.refOf('v1')])).toEqual([ids[1]]);
      expect(await tags.targets([ids[1]], reading())).toEqual([{ commit: ids[1] }]);
      expect(await log.find('v1', reading())).toBe(ids[1]);
      expect(await making.delete({ id: 'v1', expected: ids[1], actor }, reading())).toEqual(made);
      expect((await tags.snapshot()).get('v1')).toBeUndefined();
      expect(await codeOf(making.delete({ id: 'v1', actor }, reading()))).toBe('not_found');
      expect(await log.find('v1', reading())).toBeUndefined();
    });

    it('may have a message, with who wrote it and when', async () => {
      const { log, tags, making, ids } = await withTags();
      const message = 'Übersicht\n\n- a\n- b';
      const pointedAt = await making.annotate({ id: 'v1', commit: ids[0], message, actor }, reading());
      await making.create({ id: 'v1', commit: pointedAt, actor }, reading());
      const [target] = await tags.targets([pointedAt], reading());
      expect(target).toMatchObject({ commit: ids[0], annotation: { message, tagger: actor } });
      expect(Math.abs((target.annotation?.tagger?.at ?? 0) - Date.now() / 1000)).toBeLessThan(60);
      expect(await log.find('v1', reading())).toBe(ids[0]);
      const forged = { name: 'Eve <eve@example.org>\ntagger x', email: 'e>\n@x' };
      const made = await making.annotate(
        { id: 'v2', commit: ids[0], message: 'm', actor: forged },
        reading(),
      );
      const [other] = await tags.targets([made], reading());
      expect(other).toMatchObject({ commit: ids[0], annotation: { message: 'm' } });
      expect(other.annotation?.tagger?.name).not.toMatch(/[<\n]/);
    });

    it('are refused for a name in use, a bad name, and what is no commit', async () => {
      const { shop, directory, tags, making, ids } = await withTags();
      const create = (id: string, commit = ids[0]) => codeOf(making.create({ id, commit, actor }, reading()));
      expect(await create('v1')).toBeUndefined();
      expect(await create('v1')).toBe('name_in_use');
      expect(await create('v1/a')).toBe('name_collides');
      expect(await create(samples.badBranch)).toBe('name_invalid');
      expect(shop.kind.tagNameProblem(samples.badBranch)).toBeDefined();
      expect(shop.kind.tagNameProblem(samples.branch)).toBeUndefined();
      const annotate = (commit: string) =>
        codeOf(making.annotate({ id: 'x', commit, message: 'm', actor }, reading()));
      expect(await annotate(samples.absent)).toBe('not_a_commit');
      const thing = await shop.notACommit?.(directory);
      if (thing) expect(await annotate(thing)).toBe('not_a_commit');
      expect((await tags.snapshot()).names).toEqual(['v1']);
    });

    it('are not deleted when they have moved', async () => {
      const { tags, making, ids } = await withTags();
      await making.create({ id: 'v1', commit: ids[1], actor }, reading());
      expect(await codeOf(making.delete({ id: 'v1', expected: ids[0], actor }, reading()))).toBe('moved');
      expect((await tags.snapshot()).get('v1')).toBe(ids[1]);
    });
  });
};
