import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describeMercurial } from '../mercurial-world.fixture.js';
import { oddChangeset, type OddHistory } from '../odd-history.fixture.js';
import { sharedWorld } from '../shared-world.fixture.js';

const a = ['a', 'a', ''] as const;
const empty = ['empty', 'empty', ''] as const;

// Clones and updates to such a changeset failed, and merges with it: nobody could go on from there.
describeMercurial('files that no working copy can have', () => {
  const world = sharedWorld();

  /** A repository with two files, and with another one on a branch of its own. */
  const begun = world.copies(async () => {
    const { url, directory } = await world.repository();
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
    const ids = { gone: gone?.slice(0, 40), elsewhere: elsewhere?.slice(0, 40) };
    return { directory, work: developer, ids };
  });
  const pushed = async (history: OddHistory) => {
    const { url, work: developer } = await begun();
    const odd = await oddChangeset(world, developer, history);
    return world.hg(developer, 'push', '-f', '-r', odd, url);
  };

  const inFile = 'a file is in another one';
  const long = 'n'.repeat(300);
  const far = `${`${'n'.repeat(205)}/`.repeat(16)}${'n'.repeat(204)}`;
  const deep = `${'d/'.repeat(499)}f`;
  const misnamed = 'a name that no working copy can have';
  const nowhere = 'a symbolic link to nowhere';
  const instead = 'a symbolic link in place of .hg';
  const of = (name: string, flag = ''): readonly [string, string, string] => [name, name, flag];
  it.each<[string, OddHistory['lines'], OddHistory['texts'], string]>([
    ['in an older file', [a, of('a/b'), empty], { 'a/b': 'x' }, inFile],
    ['in a new one', [a, empty, of('n'), of('n-'), of('n/o/p')], { n: 'x', 'n-': 'y', 'n/o/p': 'z' }, inFile],
    ['in a new link', [a, empty, of('n', 'l'), of('n/o')], { n: '.', 'n/o': 'x' }, inFile],
    ['links to nothing', [a, empty, of('n', 'l')], { n: '' }, nowhere],
    ['links to a NUL', [a, empty, of('n', 'l')], { n: 'a\0b' }, nowhere],
    ['links to what is too long', [a, empty, of('n', 'l')], { n: 'a'.repeat(5_000) }, nowhere],
    ['links in place of tags', [of('.hgtags', 'l'), a, empty], { '.hgtags': '.hg/hgrc' }, instead],
    ['links in place of signatures', [of('.hgsigs', 'l'), a, empty], { '.hgsigs': 'a' }, instead],
    ['links in place of states', [of('.hgsubstate', 'l'), a, empty], { '.hgsubstate': 'a' }, instead],
    [
      'links in place of what is ignored',
      [of('.hgIgnore', 'l'), a, empty],
      { '.hgIgnore': '/dev/zero' },
      instead,
    ],
    [
      'links in place of tags to HFS+',
      [of('.hgt\xe2\x80\x8cags', 'l'), a, empty],
      { '.hgt\xe2\x80\x8cags': 'a' },
      instead,
    ],
    [
      'links in place of tags to APFS',
      [of('.hgtag\xc5\xbf', 'l'), a, empty],
      { '.hgtag\xc5\xbf': 'a' },
      instead,
    ],
    ['older, and links now', [a, of('empty', 'l'), of('n')], { n: 'x' }, nowhere],
    ['of too long a name', [a, empty, of(long)], { [long]: 'x' }, misnamed],
    ['of too long a path', [a, empty, of(`${far}x`)], { [`${far}x`]: 'x' }, misnamed],
    ['of too many directories', [a, of(`d/${deep}`), empty], { [`d/${deep}`]: 'x' }, misnamed],
  ])('are refused: %s', async (_, lines, texts, words) => {
    const ended = await pushed({ lines, texts });
    expect(ended).toMatchObject({ code: 255, output: expect.stringContaining(words) as string });
  });

  it('are others where their paths leave room for where a working copy lies', async () => {
    expect(far).toHaveLength(3_500);
    expect(await pushed({ lines: [a, empty, of(far)], texts: { [far]: 'x' } })).toMatchObject({ code: 0 });
  });

  // Each was made by another call of the same function within the one before.
  it('are others where no more directories are in each other than clients make', async () => {
    const { url, work: developer } = await begun();
    const odd = await oddChangeset(world, developer, { lines: [a, of(deep), empty], texts: { [deep]: 'x' } });
    await world.must(developer, 'push', '-q', '-f', '-r', odd, url);
    const clone = world.place('deep');
    await world.must(world.root, 'clone', '-q', '-u', odd, url, clone);
    expect(await world.must(clone, 'cat', deep)).toBe('x');
  });

  const copied = (source: string, id = 'a'.repeat(40)): string =>
    `\x01\ncopy: ${source}\ncopyrev: ${id}\n\x01\nx`;
  const copy = 'a copy of one that was not there';
  it.each([
    ['a version that is not there', copied('a'), copy],
    ['a file that is not there', copied('nothing'), copy],
    ['no version', copied('a', 'zz'), copy],
    ['what has no end', '\x01\ncopy: a\n', 'could not read'],
    ['half of it', '\x01\ncopy: a\n\x01\nx', 'older clients show as changed'],
    ['something else', '\x01\nfoo: bar\n\x01\nx', 'older clients show as changed'],
    ['nothing', '\x01\n\x01\nx', 'older clients show as changed'],
  ])('are refused as copies of %s', async (_, text, words) => {
    const ended = await pushed({ lines: [a, empty, of('n')], texts: { n: text } });
    expect(ended).toMatchObject({ code: 255, output: expect.stringContaining(words) as string });
  });

  it('are refused as copies of what was elsewhere only, and taken of what was there before', async () => {
    const { url, work: developer, ids } = await begun();
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
});

// Who pulled a branch or a tag by itself, as builds do, got a version and not the one that it follows, for ever.
describeMercurial('what follows something else than its changeset does', () => {
  const world = sharedWorld();

  const begun = world.copies(async () => {
    const { url, directory } = await world.repository();
    const work = await world.work();
    await world.commit(work, 'a', 'a');
    await world.must(work, 'branch', '-q', 'own');
    await world.commit(work, 'n', 'x');
    const told = (what: string, ...args: string[]) => world.must(work, ...args, '-T', what);
    const version = (await world.must(work, 'manifest', '--debug')).split('\n')[1].slice(0, 40);
    const [base, list] = await Promise.all(
      ['0', '1'].map((rev) => told('{manifest.node}', 'log', '-r', rev)),
    );
    await world.must(work, 'push', '-q', '--new-branch', url);
    const developer = await world.work();
    await world.must(developer, 'pull', '-q', url);
    await world.must(developer, 'update', '-q', 'default');
    return { directory, work: developer, version, base, list };
  });
  const lines = [
    ['a', 'a', ''],
    ['n', 'n', ''],
  ] as const;

  it.each<[string, (own: Awaited<ReturnType<typeof begun>>) => Partial<OddHistory>]>([
    ['a version of a file', ({ version }) => ({ parents: { n: version } })],
    ['a list', ({ list }) => ({ listParents: [list] })],
    ['a list, beside its own', ({ base, list }) => ({ listParents: [base, list] })],
  ])('is refused where it is %s', async (_, more) => {
    const own = await begun();
    const odd = await oddChangeset(world, own.work, { lines, texts: { n: 'y' }, ...more(own) }, 'default');
    const ended = await world.hg(own.work, 'push', '-f', '-r', odd, own.url);
    const words = 'which its changeset does not come from';
    expect(ended).toMatchObject({ code: 255, output: expect.stringContaining(words) as string });
  });

  it('is refused where another changeset of the push brings it, too, which comes from there', async () => {
    const { url, work: developer, version } = await begun();
    const brings = { lines, texts: { n: 'y' }, parents: { n: version } };
    await oddChangeset(world, developer, { ...brings, branch: 'own' }, 'own');
    await oddChangeset(world, developer, brings, 'default');
    const ended = await world.hg(developer, 'push', '-f', url);
    const words = 'which its changeset does not come from';
    expect(ended).toMatchObject({ code: 255, output: expect.stringContaining(words) as string });
  });

  it('is refused where it is a file that only another head has, and the changeset lists', async () => {
    const { url, work: developer } = await begun();
    const odd = { lines: [lines[0], ['m', 'm', '']], texts: { m: 'y' }, listed: ['n'] } as const;
    await oddChangeset(world, developer, odd, 'default');
    const ended = await world.hg(developer, 'push', '-f', url);
    const words = 'neither it nor its parents have';
    expect(ended).toMatchObject({ code: 255, output: expect.stringContaining(words) as string });
  });

  it('is refused where a changeset of an earlier push has brought it', async () => {
    const { url, work: developer, version } = await begun();
    const brings = { lines, texts: { n: 'y' }, parents: { n: version } };
    const right = await oddChangeset(world, developer, { ...brings, branch: 'own' }, 'own');
    expect(await world.hg(developer, 'push', '-r', right, url)).toMatchObject({ code: 0 });
    await oddChangeset(world, developer, brings, 'default');
    const ended = await world.hg(developer, 'push', '-f', url);
    const words = 'which its changeset does not come from';
    expect(ended).toMatchObject({ code: 255, output: expect.stringContaining(words) as string });
  });
});

// The same by ordinary means.
describeMercurial('files of honest clients', () => {
  const world = sharedWorld();

  it('are taken, copied, moved, merged, grafted and taken back', async () => {
    const { url } = await world.repository();
    const developer = await world.work();
    await world.commit(developer, 'a', 'a');
    await world.must(developer, 'push', '-q', url);
    await symlink('nowhere/at all', join(developer, 'link'));
    await mkdir(join(developer, 'd/e'), { recursive: true });
    await mkdir(join(developer, 'c'));
    await world.commit(developer, 'd/e/f', 'x');
    await world.must(developer, 'move', 'a', 'b');
    await world.commit(developer, `${'é'.repeat(120)}-a`, 'y');
    const one = (await world.must(developer, 'identify', '--id', '--debug')).trim();
    await world.must(developer, 'copy', 'b', 'c/b');
    await world.must(developer, 'move', 'link', 'c/link');
    await world.commit(developer, 'c-', '\x01\nfoo: bar\n\x01\nx');
    await world.must(developer, 'update', '-q', one);
    await world.must(developer, 'move', 'b', 'a');
    await world.commit(developer, 'c.', 'y');
    await world.must(developer, 'merge', '-q');
    await world.commit(developer, 'c0', 'z');
    await world.must(developer, 'push', '-q', url);
    for (const [at, rev] of [one, 'tip', one].entries()) {
      await world.must(developer, 'update', '-q', rev);
      await world.must(developer, 'branch', '-q', '-f', `topic${at}`);
      await world.commit(developer, 'd/e/f', `x${at % 2}`);
      await world.must(developer, 'graft', '-q', '-f', '-r', '1', '--tool', ':other');
      await world.must(developer, 'backout', '-q', '-u', 'me', '-m', 'back', '-r', '.');
    }
    await world.must(developer, 'push', '-q', '--new-branch', url);
    const clone = await world.work();
    await world.must(clone, 'pull', '-q', '-u', url);
    expect(await world.must(clone, 'status', '-C', '--rev', '0')).toContain('c/b');
  });
});
