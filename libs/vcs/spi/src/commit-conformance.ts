import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describeWith } from './abilities-conformance.js';
import { actor as author, codeOf, reading } from './conformance-calls.js';
import { committer, committingTo, edited, late, whole } from './conformance-files.js';
import type { VcsSamples } from './door-conformance.js';
import type { CommitDraft, EditProblems, FileWrite } from './vcs-commits.js';
import type { VcsRepository } from './vcs-kind.js';
import type { VcsWorkshop } from './vcs-workshop.js';

/** Registers the tests of commits that a kind makes. */
export const describeCommits = (workshop: () => VcsWorkshop, samples: VcsSamples): void => {
  const empty = async () => {
    const shop = workshop();
    const directory = shop.freshDirectory();
    await shop.kind.create(directory);
    const repository = shop.kind.open(directory);
    const { branches, log, tree, head } = abilitiesOf(repository);
    const main = shop.kind.defaultReference;

    const { prepare, prepared, commit } = committingTo(repository, main);
    const problems = async (draft: Partial<CommitDraft>): Promise<EditProblems> => {
      const made = await prepare(draft);
      if ('problems' in made) return made.problems;
      await made.discard();
      throw new Error('nothing was wrong');
    };
    const files = async (at: string) => {
      const { results } = await tree.files({ ...whole, commit: at }, reading());
      return results.map(({ path, size }) => `${path} ${size}`);
    };
    return { shop, directory, main, branches, log, head, prepare, prepared, problems, commit, files };
  };

  describeWith(
    samples.has,
    'branches',
    'commits',
    'log',
    'tree',
  )('commits that are made', () => {
    it('begin a history, and go on with it', async () => {
      const { main, branches, log, head, commit, files } = await empty();
      const first = await commit({ 'a/b/c': 'one', d: '' });
      expect(await head()).toBe(main);
      expect(await files(first)).toEqual(['a/b/c 3', 'd 0']);
      const second = await commit({ 'a/b/c': undefined, 'a/x': 'four', d: 'ünï' });
      expect(await files(second)).toEqual(['a/x 4', 'd 5']);
      expect(await files(first)).toEqual(['a/b/c 3', 'd 0']);
      expect((await branches.snapshot()).get(main)).toBe(second);
      const [shown] = await log.commits([second], reading());
      expect(shown).toMatchObject({ id: second, parents: [first], author, committer, message: 'm' });
      expect(Math.abs((shown?.committer.at ?? 0) - Date.now() / 1000)).toBeLessThan(60);
    });

    it('go on from what was pushed, on its branch or on a new one', async () => {
      const { shop, directory, main, branches, log, prepared, files } = await empty();
      const [first, tip] = await shop.commit(directory, main, 2);
      const message = 'Übersicht\n\n- a\n- b\n';
      const made = await prepared({ parent: first, message, ...edited({ 'new/file': 'x' }) });
      expect(made.bytes).toBeGreaterThan(0);
      const branch = await made.publish({ id: samples.branch, expected: undefined });
      await made.discard();
      expect(branch).toEqual({ id: samples.branch, commit: made.id });
      const [shown] = await log.commits([made.id], reading());
      expect(shown).toMatchObject({ parents: [first], message });
      expect(made.commit).toEqual(shown);
      expect(await files(made.id)).toEqual([...(await files(first)), 'new/file 1'].sort());
      expect((await branches.snapshot()).get(main)).toBe(tip);
    });

    it('are nowhere before they are published, and after they were thrown away', async () => {
      const { main, branches, log, prepared, commit } = await empty();
      const tip = await commit({ a: '1' });
      const made = await prepared({ parent: tip, ...edited({ a: '2' }) });
      expect(await log.find(made.id, reading())).toBeUndefined();
      await made.discard();
      await made.discard();
      expect(await codeOf(made.publish({ id: main, expected: tip }))).toBe('unavailable');
      expect(await log.find(made.id, reading())).toBeUndefined();
      expect((await branches.snapshot()).get(main)).toBe(tip);
    });

    it('come after what is there, however they race', async () => {
      const { main, branches, log, prepared, commit } = await empty();
      const tip = await commit({ a: '1' });
      const made = await Promise.all(
        ['x', 'y', 'z'].map((name) => prepared({ parent: tip, ...edited({ [name]: '' }) })),
      );
      const codes = await Promise.all(made.map((each) => codeOf(each.publish({ id: main, expected: tip }))));
      await Promise.all(made.map((each) => each.discard()));
      expect(codes.filter((code) => code === undefined)).toHaveLength(1);
      expect(codes.filter((code) => code !== undefined)).toEqual(['moved', 'moved']);
      const winner = made[codes.indexOf(undefined)].id;
      expect((await branches.snapshot()).get(main)).toBe(winner);
      expect((await log.commits([winner], reading()))[0]?.parents).toEqual([tip]);
    });

    it('do not make a branch that is there, or cannot be', async () => {
      const { main, prepared, commit } = await empty();
      const tip = await commit({ a: '1' });
      const making = async (id: string) => {
        const made = await prepared({ parent: tip, ...edited({ a: '2' }) });
        const code = await codeOf(made.publish({ id, expected: undefined }));
        await made.discard();
        return code;
      };
      expect(await making(main)).toBe('moved');
      expect(await making(samples.badBranch)).toBe('name_invalid');
    });

    it('come after commits only', async () => {
      const { shop, directory, main, prepare } = await empty();
      await shop.commit(directory, main, 1);
      expect(await codeOf(prepare({ parent: samples.absent, ...edited({ a: '' }) }))).toBe('not_a_commit');
    });

    it('are not made for somebody who does not wait any longer', async () => {
      const { shop, directory } = await empty();
      const draft = { ...edited({ a: '' }), message: 'm', author, committer };
      const { commits } = abilitiesOf(shop.kind.open(directory));
      expect(await codeOf(commits.prepare(draft, late()))).toBe('unavailable');
    });

    it('are refused with all that is wrong with their files', async () => {
      const { problems, commit } = await empty();
      const parent = await commit({ 'dir/file': 'x', file: 'x' });
      const of = (files: Record<string, string | undefined>) => problems({ parent, ...edited(files) });
      const modified = { modified: { invalid: true } };
      for (const path of ['/a', '../a', 'a/../b', 'a//b', '', 'dir', 'file/x', 'file/x/y'])
        expect([path, await of({ [path]: 'x' })]).toEqual([path, modified]);
      expect(await of({ '../a': undefined })).toEqual({ deleted: { invalid: true } });
      expect(await of({ dir: undefined })).toEqual({ deleted: { invalid: true } });
      for (const path of ['none', 'dir/none', 'none/x', 'file/x'])
        expect([path, await of({ [path]: undefined })]).toEqual([path, { deleted: { not_found: true } }]);
      expect(await of({ dir: 'x', none: undefined })).toEqual({ ...modified, deleted: { not_found: true } });
      const twice = [...edited({ a: '1' }).modified, ...edited({ a: '2' }).modified];
      expect(await problems({ parent, modified: twice })).toEqual(modified);
      const base64 = { path: 'a', content: '!', encoding: 'base64' as const };
      expect(await problems({ parent, modified: [base64] })).toEqual(modified);
    });

    it('take texts that lie in a file, and are not made where it has gone', async () => {
      const { directory, main, prepare, prepared, files } = await empty();
      const staged = join(directory, '..', `texts-${process.pid}`);
      const long = 'ünï'.repeat(200_000);
      await writeFile(staged, `${long}QUJDRA==no base64`);
      const base64 = { path: 'bytes', encoding: 'base64' as const };
      const modified: FileWrite[] = [
        { ...base64, content: { at: 1_000_000, length: 8 } },
        { path: 'long', content: { at: 0, length: 1_000_000 }, encoding: 'utf-8' },
        { path: 'none', content: { at: 7, length: 0 }, encoding: 'utf-8' },
        { path: 'plain', content: 'plain', encoding: 'utf-8' },
      ];
      const made = await prepared({ modified, staged });
      await made.publish({ id: main, expected: undefined });
      await made.discard();
      expect(await files(made.id)).toEqual(['bytes 4', 'long 1000000', 'none 0', 'plain 5']);
      const wrong = [{ ...base64, content: { at: 1_000_008, length: 9 } }];
      expect(await prepare({ modified: wrong, staged })).toEqual({
        problems: { modified: { invalid: true } },
      });
      const beyond = [{ ...base64, content: { at: 1_000_008, length: 10 } }];
      expect(await codeOf(prepare({ modified: beyond, staged }))).toBe('unavailable');
      await rm(staged);
      expect(await codeOf(prepare({ modified, staged }))).toBe('unavailable');
    });

    it('turn files into directories and directories into files', async () => {
      const { commit, files } = await empty();
      await commit({ 'dir/a': '1', 'dir/b': '2', file: '3', keep: '4' });
      const second = await commit({
        'dir/a': undefined,
        'dir/b': undefined,
        dir: 'x',
        file: undefined,
        'file/y': 'yy',
      });
      expect(await files(second)).toEqual(['dir 1', 'file/y 2', 'keep 1']);
    });
  });
};

const abilitiesOf = (repository: VcsRepository) => {
  const { commits, branches, log, tree } = repository;
  if (!commits || !branches || !log || !tree) throw new Error('a kind without commits does not take part');
  return { commits, branches, log, tree, head: () => repository.head() };
};
