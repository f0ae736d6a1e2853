import { reading } from '../awaited-reading.fixture.js';
import { GitWorld } from '../git-world.fixture.js';
import { everyReader } from '../read-by.fixture.js';
import { without } from './git-search.js';

const whole = { backwards: false, offset: 0, limit: 1000, contents: true, paths: true };

describe.each(everyReader)('what is looked for in files, by $by,', ({ nodegit }) => {
  const world = GitWorld.ofSuite({}, undefined, nodegit);

  const imported = async (files: Record<string, string>) => {
    const { directory } = await world.repository();
    const all = Object.entries(files).map(
      ([path, text]) => `M 100644 inline ${path}\ndata ${text.length}\n${text}\n`,
    );
    const input = `commit refs/heads/main\ncommitter C <c@d> 1 +0000\ndata 1\nm\n${all.join('')}`;
    await world.must(['fast-import', '--quiet', '--date-format=raw'], {
      cwd: directory,
      input: Buffer.from(input, 'latin1'),
    });
    const { log, search } = world.kind.open(directory);
    const commit = (await log.find('main', reading())) ?? '';
    return {
      directory,
      found: async (text: string, query: object = {}, time = 20_000) => {
        const page = await search.matches({ ...whole, commit, text, ...query }, reading(time));
        return [page.results.map(({ path, line, text: shown }) => [path, line, shown]), page.more] as const;
      },
      commit,
      search,
    };
  };

  const files = {
    a: 'one\nTwo\n-x two\n\n',
    'd/two': 'Gr\xc3\xbc\xc3\x9fe\nno end',
    '"d/caf\\351"': 'two .* [',
    '"new\\nline"': 'two',
    bin: 'two\0two',
    empty: '',
  };

  it('is found in paths and in lines, whatever the case, and means nothing', async () => {
    const { found } = await imported(files);
    expect(await found('TWO')).toEqual([
      [
        ['d/two', undefined, undefined],
        ['a', 2, 'Two'],
        ['a', 3, '-x two'],
        ['d/caf\ufffd', 1, 'two .* ['],
        ['new\nline', 1, 'two'],
      ],
      false,
    ]);
    expect(await found('two', { contents: false })).toEqual([[['d/two', undefined, undefined]], false]);
    expect((await found('two', { paths: false }))[0]).toHaveLength(4);
    expect(await found('.* [')).toEqual([[['d/caf\ufffd', 1, 'two .* [']], false]);
    expect(await found('-x')).toEqual([[['a', 3, '-x two']], false]);
    expect(await found('grÜß')).toEqual([[['d/two', 1, 'Grüße']], false]);
    expect(await found('no END')).toEqual([[['d/two', 2, 'no end']], false]);
    expect(await found('W\nL')).toEqual([[['new\nline', undefined, undefined]], false]);
    for (const nothing of ['none', '--help', 'HEAD', 'two\n-x', '\\'])
      expect(await found(nothing)).toEqual([[], false]);
  });

  it('means nothing where it ends the quotation of patterns', async () => {
    const lines = ['foo 123 bar', 'x\\Efoo.*bar[', '^$\\E*', 'aaa'];
    const { found } = await imported({ a: `${lines.join('\n')}\n` });
    const contents = async (text: string) => (await found(text, { paths: false }))[0].map(([, line]) => line);
    expect(await contents('x\\e')).toEqual([2]);
    expect(await contents('x\\Efoo')).toEqual([2]);
    expect(await contents('X\\Efoo.*bar[')).toEqual([2]);
    expect(await contents('^$\\E*')).toEqual([3]);
    for (const nothing of ['\\Efoo.*bar', 'x\\E|foo', '\\E(((a+)+)+)+$', '\\Eaa', '\\E\\|aaa'])
      expect([nothing, await contents(nothing)]).toEqual([nothing, nothing === '\\Efoo.*bar' ? [2] : []]);
  });

  it('comes in pages, forwards and backwards', async () => {
    const { found } = await imported(files);
    const [all] = await found('two');
    for (let offset = 0; offset <= all.length; offset += 1) {
      const more = offset + 2 < all.length;
      expect(await found('two', { offset, limit: 2 })).toEqual([all.slice(offset, offset + 2), more]);
      const turned = [...all].reverse().slice(offset, offset + 2);
      expect(await found('two', { offset, limit: 2, backwards: true })).toEqual([turned, more]);
    }
  });

  it('is not looked for in files that are too large, whatever their names', async () => {
    const large = `${'two\n'.repeat(2 << 20).padEnd((32 << 20) + 1, 'x')}`;
    const { found } = await imported({
      a: 'two',
      '"b*[1]?"': large,
      '"caf\\351"': large,
      caf: 'two',
      bx1: 'two',
    });
    expect((await found('two'))[0]).toEqual([
      ['a', 1, 'two'],
      ['bx1', 1, 'two'],
      ['caf', 1, 'two'],
    ]);
    expect(without('a\\b*c?[d]\xe9')).toBe(':(top,exclude,glob)a\\\\b\\*c\\?\\[d\\]?');
  });

  it('is shown of lines of any length in part', async () => {
    const { search, commit } = await imported({
      a: `${'x'.repeat(20 << 20)}needle${'y'.repeat(5_000)}\nneedle`,
    });
    const { results } = await search.matches({ ...whole, commit, text: 'needle' }, reading());
    expect(results).toEqual([
      { path: 'a', line: 1, text: `${'x'.repeat(200)}needle${'y'.repeat(794)}`, cut: true },
      { path: 'a', line: 2, text: 'needle' },
    ]);
  });

  it('is refused where there was no time to find anything: nobody goes on from an empty page', async () => {
    const { found } = await imported(files);
    for (const [backwards, time] of [
      [false, 1_900],
      [true, 1_900],
      [false, -1],
    ] as const)
      await expect(found('two', { backwards }, time)).rejects.toMatchObject({ code: 'unavailable' });
  });
});
