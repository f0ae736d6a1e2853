import { describeWith } from './abilities-conformance.js';
import { codeOf, reading } from './conformance-calls.js';
import { committed, expectPages, late, pushedTo, whole } from './conformance-files.js';
import type { VcsSamples } from './door-conformance.js';
import type { VcsWorkshop } from './vcs-workshop.js';

/** Registers the tests of what a kind tells of the differences between commits. */
export const describeDiff = (workshop: () => VcsWorkshop, samples: VcsSamples): void => {
  describeWith(
    samples.has,
    'diff',
    'tree',
  )('what differs between commits', () => {
    const pushed = async () => {
      const { repository, ids } = await pushedTo(workshop(), 5);
      const { diff, tree } = repository;
      if (!diff || !tree) throw new Error('a kind without differences does not take part');
      const changes = (query: { head: string; base?: string }, window: object = {}) =>
        diff.changes({ ...whole, ...query, ...window }, reading());
      const paths = async (commit: string) =>
        (await tree.files({ ...whole, commit }, reading())).results.map(({ path }) => path);
      return { diff, changes, paths, ids };
    };

    it('is what one has and the other has not', async () => {
      const { changes, paths, ids } = await pushed();
      const [before, after] = [await paths(ids[0]), await paths(ids[4])];
      const added = after.filter((path) => !before.includes(path));
      const there = await changes({ base: ids[0], head: ids[4] });
      const more = there.results.filter(({ status }) => status === 'added');
      expect(more.map(({ path }) => path)).toEqual(added);
      for (const { additions, deletions, diff } of more) {
        expect(additions).toBeGreaterThan(0);
        expect([deletions, diff]).toEqual([0, expect.stringMatching(/^@@ .*@@.*\n\+/)]);
      }
      const back = await changes({ base: ids[4], head: ids[0] });
      const gone = back.results.filter(({ status }) => status === 'deleted');
      expect(gone.map(({ path, additions }) => [path, additions])).toEqual(added.map((path) => [path, 0]));
      expect(await changes({ base: ids[4], head: ids[4] })).toEqual({ results: [], more: false });
    });

    it('is everything where there is nothing before', async () => {
      const { changes, paths, ids } = await pushed();
      const { results } = await changes({ head: ids[4] });
      expect(results.map(({ path, status }) => [path, status])).toEqual(
        (await paths(ids[4])).map((path) => [path, 'added']),
      );
    });

    it('comes in pages, and not to somebody who waits no longer', async () => {
      const { diff, changes, ids } = await pushed();
      const asked = { base: ids[0], head: ids[4] };
      const { results } = await changes(asked);
      await expectPages(results, (window) => changes(asked, window));
      expect(await codeOf(diff.changes({ ...whole, ...asked }, late()))).toBe('unavailable');
    });
  });

  describeWith(
    samples.has,
    'branches',
    'commits',
    'diff',
  )('what a commit changed', () => {
    const between = async (before: Record<string, string>, after: Record<string, string | undefined>) => {
      const { repository, ids } = await committed(workshop(), before, after);
      const changes = await repository.diff?.changes({ ...whole, base: ids[0], head: ids[1] }, reading());
      return changes?.results ?? [];
    };

    it('is told by its lines', async () => {
      const changes = await between(
        { a: 'one\ntwo\nthree\n', b: 'same\n', 'dir/gone': 'x\n' },
        { a: 'one\n2\nthree\n', 'dir/gone': undefined, new: 'Übung\nm\n' },
      );
      const none = { binary: false, additions: 0, deletions: 0 };
      expect(changes).toEqual([
        expect.objectContaining({
          ...{ ...none, path: 'a', status: 'modified', additions: 1, deletions: 1 },
          diff: '@@ -1,3 +1,3 @@\n one\n-two\n+2\n three\n',
        }),
        expect.objectContaining({ ...none, path: 'dir/gone', status: 'deleted', deletions: 1 }),
        expect.objectContaining({
          ...{ ...none, path: 'new', status: 'added', additions: 2 },
          diff: '@@ -0,0 +1,2 @@\n+Übung\n+m\n',
        }),
      ]);
    });

    it('is not told of files that are no text', async () => {
      const [change] = await between({ bin: 'a\0b' }, { bin: 'a\0c' });
      expect(change).toMatchObject({ path: 'bin', status: 'modified', binary: true, diff: '' });
      expect([change.additions, change.deletions]).toEqual([0, 0]);
    });

    it('shows what was moved under both names', async () => {
      const text = Array.from({ length: 30 }, (_, line) => `line ${line}\n`).join('');
      const changes = await between({ old: text }, { old: undefined, 'to/new': text });
      const told = changes.map(({ path, oldPath, status }) => `${status} ${oldPath ?? ''} ${path}`);
      // A kind need not know that it was moved.
      expect([['renamed old to/new'], ['deleted  old', 'added  to/new']]).toContainEqual(told);
    });
  });
};
