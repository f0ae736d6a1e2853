import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describeMercurial, MercurialWorld } from '../mercurial-world.fixture.js';
import { oddChangeset, type OddHistory } from '../odd-history.fixture.js';

const a = ['a', 'a', ''] as const;
const empty = ['empty', 'empty', ''] as const;

// Clones and updates to such a changeset failed, and merges with it: nobody could go on from there.
describeMercurial('files that no working copy can have', () => {
  const world = new MercurialWorld();
  beforeAll(() => world.start());
  afterAll(() => world.stop());

  /** A repository with two files, and with another one on a branch of its own. */
  const begun = async () => {
    const { url } = await world.repository();
    const work = await world.work();
    await world.commit(work, 'a', 'a');
    await world.commit(work, 'gone', 'x');
    const gone = (await world.must(work, 'manifest', '--debug'))
      .split('\n')
      .find((each) => /gone$/.test(each));
    await world.must(work, 'remove', 'gone');
    await world.commit(work, 'empty', '');
    await world.must(work, 'branch', '-q', 'other');
    await world.commit(work, 'elsewhere', 'y');
    const elsewhere = (await world.must(work, 'manifest', '--debug'))
      .split('\n')
      .find((each) => /else/.test(each));
    await world.must(work, 'push', '-q', '--new-branch', url);
    const developer = await world.work();
    await world.must(developer, 'pull', '-q', '-u', '-b', 'default', url);
    return { url, developer, ids: { gone: gone?.slice(0, 40), elsewhere: elsewhere?.slice(0, 40) } };
  };
  const pushed = async (history: OddHistory) => {
    const { url, developer } = await begun();
    const odd = await oddChangeset(world, developer, history);
    return world.hg(developer, 'push', '-f', '-r', odd, url);
  };

  const inFile = 'a file is in another one';
  const long = 'n'.repeat(300);
  const nowhere = 'a symbolic link to nowhere';
  const of = (name: string, flag = ''): readonly [string, string, string] => [name, name, flag];
  it.each<[string, OddHistory['lines'], OddHistory['texts'], string]>([
    ['in an older file', [a, of('a/b'), empty], { 'a/b': 'x' }, inFile],
    ['in a new one', [a, empty, of('n'), of('n-'), of('n/o/p')], { n: 'x', 'n-': 'y', 'n/o/p': 'z' }, inFile],
    ['in a new link', [a, empty, of('n', 'l'), of('n/o')], { n: '.', 'n/o': 'x' }, inFile],
    ['links to nothing', [a, empty, of('n', 'l')], { n: '' }, nowhere],
    ['links to a NUL', [a, empty, of('n', 'l')], { n: 'a\0b' }, nowhere],
    ['links to what is too long', [a, empty, of('n', 'l')], { n: 'a'.repeat(5_000) }, nowhere],
    ['older, and links now', [a, of('empty', 'l'), of('n')], { n: 'x' }, nowhere],
    ['of too long a name', [a, empty, of(long)], { [long]: 'x' }, 'a name that no working copy can have'],
  ])('are refused: %s', async (_, lines, texts, words) => {
    const ended = await pushed({ lines, texts });
    expect(ended).toMatchObject({ code: 255, output: expect.stringContaining(words) as string });
  });

  const copied = (source: string, id = 'a'.repeat(40)): string =>
    `\x01\ncopy: ${source}\ncopyrev: ${id}\n\x01\nx`;
  const copy = 'a copy of one that was not there';
  it.each([
    ['a version that is not there', copied('a'), copy],
    ['a file that is not there', copied('nothing'), copy],
    ['no version', copied('a', 'zz'), copy],
    ['what has no end', '\x01\ncopy: a\n', 'could not read'],
  ])('are refused as copies of %s', async (_, text, words) => {
    const ended = await pushed({ lines: [a, empty, of('n')], texts: { n: text } });
    expect(ended).toMatchObject({ code: 255, output: expect.stringContaining(words) as string });
  });

  it('are refused as copies of what was elsewhere only, and taken of what was there before', async () => {
    const { url, developer, ids } = await begun();
    const lines = [a, empty, of('n')];
    const wrong = await oddChangeset(world, developer, {
      lines,
      texts: { n: copied('elsewhere', ids.elsewhere) },
    });
    const refused = await world.hg(developer, 'push', '-f', '-r', wrong, url);
    expect(refused).toMatchObject({ code: 255, output: expect.stringContaining(copy) as string });
    await world.must(developer, 'strip', '-q', '-r', wrong, '--config', 'extensions.strip=');
    const right = await oddChangeset(world, developer, { lines, texts: { n: copied('gone', ids.gone) } });
    expect(await world.hg(developer, 'push', '-r', right, url)).toMatchObject({ code: 0 });
  });

  it('are not those of honest clients', async () => {
    const { url, developer } = await begun();
    await symlink('nowhere/at all', join(developer, 'link'));
    await mkdir(join(developer, 'd/e'), { recursive: true });
    await mkdir(join(developer, 'c'));
    await world.commit(developer, 'd/e/f', 'x');
    await world.must(developer, 'move', 'a', 'b');
    await world.commit(developer, `${'é'.repeat(120)}-a`, 'y');
    const one = (await world.must(developer, 'identify', '--id', '--debug')).trim();
    await world.must(developer, 'copy', 'b', 'c/b');
    await world.must(developer, 'move', 'link', 'c/link');
    await world.commit(developer, 'c-', 'y');
    await world.must(developer, 'update', '-q', one);
    await world.must(developer, 'move', 'b', 'a');
    await world.commit(developer, 'c.', 'y');
    await world.must(developer, 'merge', '-q');
    await world.commit(developer, 'c0', 'z');
    await world.must(developer, 'push', '-q', url);
    const clone = await world.work();
    await world.must(clone, 'pull', '-q', '-u', url);
    expect(await world.must(clone, 'status', '-C', '--rev', '0')).toContain('c/b');
  });
});
