import { describeWith } from './abilities-conformance.js';
import { actor, codeOf, reading } from './conformance-calls.js';
import { committed, expectPages, late, whole } from './conformance-files.js';
import type { VcsSamples } from './door-conformance.js';
import type { VcsWorkshop } from './vcs-workshop.js';

/** Registers the tests of what a kind tells of where lines came from. */
export const describeBlame = (workshop: () => VcsWorkshop, samples: VcsSamples): void => {
  describeWith(
    samples.has,
    'blame',
    'branches',
    'commits',
  )('the lines of a file', () => {
    const withLines = async () => {
      const { repository, ids } = await committed(
        workshop(),
        { 'dir/f': 'one\ntwo\nthree\n', other: 'x\n' },
        { 'dir/f': 'one\n2\nthree\nfour\n' },
        { other: 'y\n' },
      );
      const { blame } = repository;
      if (!blame) throw new Error('a kind that blames nobody does not take part');
      const lines = (query: object = {}) =>
        blame.lines({ ...whole, commit: ids[2], path: 'dir/f', ...query }, reading());
      return { blame, ids, lines };
    };

    it('came with the commits that wrote them', async () => {
      const { ids, lines } = await withLines();
      const of = (line: number, at: number, count = 1) => {
        const origin = { commit: ids[at], author: actor, path: 'dir/f', line };
        return { line, count, origin };
      };
      expect(await lines()).toMatchObject({ results: [of(1, 0), of(2, 1), of(3, 0), of(4, 1)], more: false });
      expect(await lines({ commit: ids[0] })).toMatchObject({ results: [of(1, 0, 3)], more: false });
    });

    it('are told in parts and pages', async () => {
      const { lines } = await withLines();
      const { results: all = [] } = (await lines()) ?? {};
      expect(await lines({ first: 2, last: 3 })).toEqual({ results: all.slice(1, 3), more: false });
      expect(await lines({ first: 4, last: 900 })).toEqual({ results: all.slice(3), more: false });
      expect(await lines({ first: 5 })).toEqual({ results: [], more: false });
      await expectPages(all, lines);
    });

    it('are none where there is no file, and nobody is told who waits no longer', async () => {
      const { blame, ids, lines } = await withLines();
      for (const path of ['', 'dir', 'none', 'dir/f/x', 'dir/F', '*'])
        expect([path, await lines({ path })]).toEqual([path, undefined]);
      expect(await lines({ commit: ids[0], path: 'dir' })).toBeUndefined();
      const asked = blame.lines({ ...whole, commit: ids[0], path: 'other' }, late());
      expect(await codeOf(asked)).toBe('unavailable');
    });
  });
};
