import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describeMercurial } from '../mercurial-world.fixture.js';
import { oddChangeset } from '../odd-history.fixture.js';
import { sharedWorld } from '../shared-world.fixture.js';
import { takeBundle } from '../taken-bundle.fixture.js';

const zeros = '0'.repeat(40);
type Texts = Readonly<Record<string, string>>;
type Line = readonly [string, string, string];

/** The list of files of a changeset with these and `a`. */
const lines = (texts: Texts, flags: Texts = {}): Line[] =>
  Object.keys({ ...texts, a: '' })
    .sort()
    .map((name) => [name, name, flags[name] ?? '']);
const sub = (text: string, more: Texts = {}): Texts => ({ '.hgsub': text, ...more });

// Clones, updates and merges of such a branch failed for everybody: nobody could go on from there. And clients write
// a source in several lines into a configuration of theirs.
describeMercurial('subrepositories that no client can read', () => {
  const world = sharedWorld();

  const begun = async () => {
    const { url, directory } = await world.repository();
    const developer = await world.work();
    await world.commit(developer, 'a', 'a');
    await world.must(developer, 'push', '-q', url);
    const push = async (texts: Texts) => {
      const odd = await oddChangeset(world, developer, { lines: lines(texts), texts }, '0');
      return world.hg(developer, 'push', '-f', '-r', odd, url);
    };
    return { url, directory, developer, push };
  };
  // Of what is refused nothing is left.
  let one: ReturnType<typeof begun> | undefined;
  const pushed = async (texts: Texts) => (await (one ??= begun())).push(texts);
  const refused = (words: string) => ({ code: 255, output: expect.stringContaining(words) as string });
  const taken = { code: 0 };

  const inState = 'an .hgsubstate that no client can read';
  const state = (text: string): Texts => ({ '.hgsubstate': text });
  it.each([
    ['no path', state('garbage\n')],
    ['no path, behind others', { ...sub('s = s\n'), ...state(`${zeros} s\n\n${zeros}\ts\n`) }],
  ])('are refused where their revisions have %s', async (_, texts) => {
    expect(await pushed(texts)).toMatchObject(refused(inState));
  });

  const inSub = 'an .hgsub that no client can read';
  const inPath = 'a subrepository at a path';
  const inTheWay = 'where there is a file';
  const inSource = 'a subrepository of a source';
  const inRules = 'in [subpaths]';
  it.each<[string, Texts, string]>([
    ['a section without an end', sub('[x\n'), inSub],
    ['a line that is none', sub('s = s\nabc\n'), inSub],
    ['blanks before a path', sub('# said\n s = s\n'), inSub],
    ['no path', sub('= s\n'), inSub],
    ['a long line', sub(`s = ${'s'.repeat(5_000)}\n`), inSub],
    ['a path that climbs', sub('../s = s\n'), inPath],
    ['a path in what is Mercurial’s own', sub('d/.hg/s = s\n'), inPath],
    ['an absolute path', sub('/tmp/s = s\n'), inPath],
    ['a path that clients would expand', sub('d/$HOME = s\n'), inPath],
    ['a path of a home', sub('~s = s\n'), inPath],
    ['a NUL', sub('s\0 = s\n'), inPath],
    ['a path with a dot', sub('./s = s\n'), inPath],
    ['a path of a file', sub('a = s\n'), inTheWay],
    ['a path in a file', sub('a/s = s\n'), inTheWay],
    ['no end of its kind', sub('s = [git s\n'), inSource],
    ['a kind that is none', sub('s = [foo]s\n'), inSource],
    ['a host with files', sub('s = file://host/s\n'), inSource],
    ['several lines', sub('s = s\n [hooks]\n'), inSource],
    ['several lines, told as one', sub('s = http://[%0A[hooks]%0A]/\n'), inSource],
    ['an unknown expression', sub('s = s\n[subpaths]\n( = x\n'), inRules],
    ['an unknown group', sub('s = s\n[subpaths]\n(s) = \\2\n'), inRules],
    ['a rule that makes lines', sub('s = s\n[subpaths]\ns = a\\012b\n'), inRules],
    ['a rule without an end', sub(`s = ${'a'.repeat(40)}b\n[subpaths]\n(a+)+$ = b\n`), inRules],
    ['a rule of other ways without an end', sub('s = s\n[subpaths]\n(?:aa|a)*$ = b\n'), inRules],
    ['a rule of repetitions within others', sub('s = s\n[subpaths]\n(?:a?b){9}x = b\n'), inRules],
    ['a rule of many repetitions', sub('s = s\n[subpaths]\n.*.*.*x = b\n'), inRules],
    ['a source that is too long for rules', sub(`s = ${'a'.repeat(256)}\n[subpaths]\na = b\n`), inSource],
    ['a rule of several lines', sub('s = s\n[subpaths]\ns = a\n b\n'), inRules],
    ['a rule that makes codes', sub('s = http://QQ/\n[subpaths]\nQQ = %0A\n'), inRules],
    ['a rule of other bytes', sub('s = s\n[subpaths]\ns = \xe9\n'), inRules],
    ['what is not there', sub('%include other\n'), inSub],
    ['what clients would expand', sub('%include $X\n', { $X: '' }), inSub],
    ['itself', sub('%include .hgsub\n'), inSub],
    ['what they cannot read', sub('%include other\n', { other: '[x\n' }), inSub],
  ])('are refused where there is %s', async (_, texts, words) => {
    expect(await pushed(texts)).toMatchObject(refused(words));
  });

  it.each([
    ['.hgsub', '# said\n', inSub],
    ['.hgsubstate', `${zeros} s\n`, inState],
  ])('are refused where there is too much of %s', async (name, line, words) => {
    const { url, developer } = await begun();
    await world.commit(developer, name, line.repeat(160_000));
    expect(await world.hg(developer, 'push', url)).toMatchObject(refused(words));
  });

  it('are refused as the first push, and in the middle of one that mends them', async () => {
    const { url } = await world.repository();
    const developer = await world.work();
    await world.commit(developer, 'a', 'a');
    const odd = await oddChangeset(world, developer, { lines: lines(sub('[x\n')), texts: sub('[x\n') });
    await oddChangeset(world, developer, { lines: lines({}), texts: {}, listed: ['.hgsub'] }, odd);
    expect(await world.hg(developer, 'push', '-f', url)).toMatchObject(refused(inSub));
  });

  it('are refused where a later push changes what they include, leaves it out, or has a file in their way', async () => {
    const { url, developer, push } = await begun();
    const all = sub('s = s\n%include other\n', { other: '%include more\n', more: 't = t\n' });
    expect(await push(all)).toMatchObject(taken);
    const after = (await world.must(developer, 'log', '-r', 'tip', '-T', '{node}')).trim();
    const later = async (left: Line[], texts: Texts, listed: string[] = []) => {
      await oddChangeset(world, developer, { lines: left, texts, listed }, after);
      const ended = await world.hg(developer, 'push', '-f', '-r', 'tip', url);
      await world.must(developer, 'strip', '-q', '-r', 'tip', '--config', 'extensions.strip=');
      return ended;
    };
    expect(await later(lines(all), { more: '[x\n' })).toMatchObject(refused(inSub));
    const without = lines(all).filter(([name]) => name !== 'more');
    expect(await later(without, {}, ['more'])).toMatchObject(refused(inSub));
    const link = lines({ ...all, s: '' }, { s: 'l' });
    expect(await later(link, { s: 'a' })).toMatchObject(refused(inTheWay));
    expect(await later(lines(all), { more: 'u = u\n' })).toMatchObject(taken);
  });

  it('are taken in imports, mended, and not brought back', async () => {
    const { url, directory, developer } = await begun();
    const texts = { ...sub('[x\n'), ...state('garbage\n') };
    const odd = await oddChangeset(world, developer, { lines: lines(texts), texts });
    const file = join(world.root, 'odd.hg');
    await world.must(developer, 'bundle', '-q', '-a', file);
    expect(await takeBundle(world, directory, await readFile(file))).toContain('"done": true');
    const again = { lines: lines(texts), texts: {}, listed: Object.keys(texts) };
    await oddChangeset(world, developer, { ...again, lines: lines({}) });
    expect(await world.hg(developer, 'push', url)).toMatchObject(taken);
    await oddChangeset(world, developer, again, odd);
    expect(await world.hg(developer, 'push', '-f', url)).toMatchObject(taken);
    const other = { ...texts, other: 'x' };
    await oddChangeset(world, developer, { lines: lines(other), texts: other }, '0');
    const words = 'that no client can read';
    expect(await world.hg(developer, 'push', '-f', url)).toMatchObject(refused(words));
  });
});

// The same by ordinary means.
describeMercurial('subrepositories of honest clients', () => {
  const world = sharedWorld();

  it('are taken, moved on, merged and removed', async () => {
    const { url } = await world.repository();
    const developer = await world.work();
    await world.commit(developer, 'a', 'a');
    await mkdir(join(developer, 'd/s'), { recursive: true });
    await world.must(developer, 'init', 'd/s');
    await world.commit(join(developer, 'd/s'), 'x', 'x');
    await writeFile(join(developer, 'rules'), '[subpaths]\nhttp://(\\w+)/(.*)-hg/ = http://hg.\\1/\\2/\n');
    const said = '; said\n[ unknown ]\nx = y\n z\n\n%include rules\n';
    await world.must(developer, 'add', '-q', 'rules');
    await world.commit(developer, '.hgsub', `\ufeffd/s =\n  d/s\n${said}%unset d/s\n`);
    const one = await world.commit(developer, 'a', 'b');
    await world.commit(developer, '.hgsub', `d/s = d/s\r\n${said}`);
    await world.commit(join(developer, 'd/s'), 'x', 'y');
    await world.commit(developer, 'b', 'b');
    await world.must(developer, 'update', '-q', '-C', one);
    await world.commit(developer, 'c', 'c');
    await world.must(developer, 'merge', '-q');
    await world.must(developer, 'commit', '-q', '-m', 'merge', '-u', 'me');
    const merged = (await world.must(developer, 'debugsub')).trim();
    expect(merged).toMatch(/^path d\/s\n source +d\/s\n revision [0-9a-f]{40}$/);
    await world.must(developer, 'remove', '-q', '.hgsub');
    await world.must(developer, 'commit', '-q', '-m', 'without', '-u', 'me');
    await world.must(developer, 'update', '-q', '-C', 'null');
    for (const rev of ['1', one, 'tip']) await world.must(developer, 'push', '-q', '-f', '-r', rev, url);
    const clone = await world.work();
    await world.must(clone, 'pull', '-q', '-u', url);
    expect(await world.must(clone, 'status')).toBe('');
  });
});
