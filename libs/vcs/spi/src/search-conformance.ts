import { describeWith } from './abilities-conformance.js';
import { codeOf, reading } from './conformance-calls.js';
import { committed, expectPages, late, pushedTo, whole } from './conformance-files.js';
import type { VcsSamples } from './door-conformance.js';
import type { VcsWorkshop } from './vcs-workshop.js';

/** Registers the tests of what a kind finds in its files. */
export const describeSearch = (workshop: () => VcsWorkshop, samples: VcsSamples): void => {
  describeWith(
    samples.has,
    'search',
    'tree',
  )('what is looked for in paths', () => {
    it('is what lists of files find', async () => {
      const { repository, tip: commit } = await pushedTo(workshop(), 4);
      const { search, tree } = repository;
      if (!search || !tree) throw new Error('a kind without a search does not take part');
      const { results } = await tree.files({ ...whole, commit }, reading());
      for (const text of [results[0].path, results[1].path.toUpperCase(), results[0].path.slice(0, 2)]) {
        const listed = await tree.files({ ...whole, commit, text }, reading());
        const asked = { ...whole, commit, text, contents: false, paths: true };
        expect((await search.matches(asked, reading())).results).toEqual(
          listed.results.map(({ path }) => ({ path })),
        );
      }
    });
  });

  describeWith(
    samples.has,
    'branches',
    'commits',
    'search',
  )('what is looked for in files', () => {
    const withText = async () => {
      const { repository, ids } = await committed(
        workshop(),
        { a: 'one\nTwo words\n', 'dir/two': 'none\n', z: 'x two\ntwo .* [\n' },
        { a: 'one\n', bin: 'two\0two' },
      );
      const { search } = repository;
      if (!search) throw new Error('a kind without a search does not take part');
      const found = (text: string, query: object = {}) =>
        search.matches({ ...whole, commit: ids[0], text, contents: true, paths: true, ...query }, reading());
      return { search, ids, found };
    };
    const path = { path: 'dir/two' };
    const inLines = [
      { path: 'a', line: 2, text: 'Two words' },
      { path: 'z', line: 1, text: 'x two' },
      { path: 'z', line: 2, text: 'two .* [' },
    ];

    it('is found in paths, then in lines, whatever the case', async () => {
      const { ids, found } = await withText();
      for (const text of ['two', 'TWO'])
        expect(await found(text)).toEqual({ results: [path, ...inLines], more: false });
      expect(await found('two', { contents: false })).toEqual({ results: [path], more: false });
      expect(await found('two', { paths: false })).toEqual({ results: inLines, more: false });
      // In the files of that commit, and in those that are text.
      const later = await found('two', { commit: ids[1] });
      expect(later).toEqual({ results: [path, ...inLines.slice(1)], more: false });
    });

    it('means nothing but itself', async () => {
      const { found } = await withText();
      expect((await found('.* [')).results).toEqual(inLines.slice(2));
      for (const nothing of ['t.o', 'tw*', '^one', '--help', '\\', 'one\nTwo'])
        expect([nothing, await found(nothing)]).toEqual([nothing, { results: [], more: false }]);
    });

    it('comes in pages, and not to somebody who waits no longer', async () => {
      const { search, ids, found } = await withText();
      await expectPages([path, ...inLines], (window) => found('two', window));
      const asked = { ...whole, commit: ids[0], text: 'two', contents: true, paths: true };
      expect(await codeOf(search.matches(asked, late()))).toBe('unavailable');
    });
  });
};
