import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describeSubversion, SubversionWorld } from '../subversion-world.fixture.js';

// What is a link in one revision and a file with the same text in the next one had one id, by which whoever had kept
// the one was told (304) that the other is just that.
describeSubversion('the id of a symbolic link', () => {
  const world = SubversionWorld.ofSuite();

  it('is that of no file, wherever it is told, and of the same link in each revision', async () => {
    const { directory } = await world.repository();
    const text = join(world.root, 'text');
    await writeFile(text, 'link a');
    const commit = (...words: string[]) =>
      world.must('svnmucc', ['-u', 'ann', '-m', 'm', '-U', `file://${directory}`, ...words]);
    await commit('put', text, 'trunk/l');
    await commit('propset', 'svn:special', '*', 'trunk/l');
    await commit('put', text, 'trunk/m', 'propset', 'svn:special', '*', 'trunk/m');
    await commit('propdel', 'svn:special', 'trunk/l');
    const { tree } = world.kind.open(directory);
    const reading = { owner: { company: 'acme', account: 'ann' }, deadline: Date.now() + 600_000 };
    const told = async (revision: string, path: string) => {
      const page = { commit: revision, backwards: false, offset: 0, limit: 10 };
      const [one, { results: all }, level] = await Promise.all([
        tree.entry(revision, path, reading),
        tree.files(page, reading),
        tree.level({ ...page, path: 'trunk', withCommits: false }, reading),
      ]);
      const [first, ...others] = [
        one,
        ...[...all, ...(level?.results ?? [])].filter((each) => each.path === path),
      ];
      expect(others).toEqual([first, first]);
      return [first?.type, first?.size, first?.id];
    };
    const [plain, link, other, again] = [
      await told('2', 'trunk/l'),
      await told('3', 'trunk/l'),
      await told('4', 'trunk/m'),
      await told('5', 'trunk/l'),
    ];
    expect(plain).toEqual(['file', 6, createHash('sha1').update('link a').digest('hex')]);
    expect(link).toEqual(['symlink', 1, expect.stringMatching(/^[0-9a-f]{40}$/)]);
    expect(link[2]).not.toBe(plain[2]);
    expect([other, again]).toEqual([link, plain]);
  });
});
