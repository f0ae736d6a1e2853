import type { BlamedLines } from '@holdfast/vcs-spi';
import { reading } from '../awaited-reading.fixture.js';
import { GitWorld } from '../git-world.fixture.js';
import { everyReader } from '../read-by.fixture.js';
import { inOrder, type RawBlame } from './blame-records.js';
import { oddHistory } from './odd-history.fixture.js';

const whole = { backwards: false, offset: 0, limit: 1000 };

describe.each(everyReader)('the lines of a file, by $by,', ({ nodegit }) => {
  const world = GitWorld.ofSuite({}, undefined, nodegit);

  const imported = async (stream: string) => {
    const { directory } = await world.repository();
    const input = Buffer.from(stream, 'latin1');
    await world.must(['fast-import', '--quiet', '--date-format=raw'], { cwd: directory, input });
    const { log, tree, blame } = world.kind.open(directory);
    return { directory, log, tree, blame, tip: (await log.find('main', reading())) ?? '' };
  };
  const commit = (at: number, path: string, text: string) =>
    `commit refs/heads/main\ncommitter C <c@d> ${at} +0000\ndata 2\nm\nM 100644 inline ${path}\ndata ${text.length}\n${text}\n`;

  /** What git itself says, without the paths: our client cannot say all of them. */
  const told = async (directory: string, tip: string, path: string): Promise<RawBlame[]> => {
    const output = await world.must(['blame', '--porcelain', tip, '--', path], { cwd: directory });
    const heads = [...output.matchAll(/^([0-9a-f]{40}) (\d+) (\d+)(?: \d+)?$/gm)];
    return inOrder(
      heads.map(([, id, original, line]) => ({
        ...{ id, original: Number(original), line: Number(line), count: 1, path: '' },
      })),
    );
  };
  const withoutPath = ({ line, count, origin }: BlamedLines): RawBlame => ({
    ...{ id: origin?.commit ?? '', original: origin?.line ?? 0, line, count, path: '' },
  });

  it.each([1, 2, 3])(
    'came from where git says, in a history in which everything happens (%d)',
    async (seed) => {
      const { directory, tree, blame, tip } = await imported(oddHistory(seed, 60));
      const { results } = await tree.files({ ...whole, commit: tip }, reading());
      expect(results.length).toBeGreaterThan(3);
      for (const { path } of results.filter((each) => !each.path.includes('\ufffd'))) {
        const page = await blame.lines({ ...whole, commit: tip, path }, reading());
        const own = inOrder((page?.results ?? []).map(withoutPath));
        expect([path, own]).toEqual([path, await told(directory, tip, path)]);
      }
    },
  );

  it('have authors, and paths that need not be text', async () => {
    const named = (name: string) => `"d\\351/${name}"`;
    const { blame, log, tip } = await imported(
      commit(1, named('one'), 'a\nb\nc\nd\n').replace('C <', 'N\xc3\xa4me <') +
        `commit refs/heads/main\ncommitter D <e@f> 2 +0000\ndata 1\nm\nR ${named('one')} ${named('tw\\377o')}\n` +
        commit(3, named('tw\\377o'), 'a\nb\nnew\nd\n'),
    );
    const [newest, , oldest] = (
      await log.page({ from: tip, offset: 0, limit: 9, oldestFirst: false }, reading())
    ).results;
    const page = await blame.lines({ ...whole, commit: tip, path: 'd\ufffd/tw\ufffdo' }, reading());
    const first = { commit: oldest.id, author: { name: 'Näme', email: 'c@d', at: 1 }, path: 'd\ufffd/one' };
    const later = {
      commit: newest.id,
      author: { name: 'C', email: 'c@d', at: 3 },
      path: 'd\ufffd/tw\ufffdo',
    };
    expect(page).toEqual({
      more: false,
      results: [
        { line: 1, count: 2, origin: { ...first, line: 1 } },
        { line: 3, count: 1, origin: { ...later, line: 3 } },
        { line: 4, count: 1, origin: { ...first, line: 4 } },
      ],
    });
  });

  it('come in parts and pages, and not at all where there are none', async () => {
    const { blame, tip } = await imported(
      commit(1, 'f', 'a\nb\nc\n') +
        commit(2, 'f', 'a\nB\nc\nd') +
        commit(3, 'empty', '') +
        commit(4, 'bin', '\0\xff'),
    );
    const lines = async (query: object, path = 'f') => {
      const page = await blame.lines({ ...whole, commit: tip, path, ...query }, reading());
      return page && [page.results.map(({ line, count }) => [line, count]), page.more];
    };
    expect(await lines({})).toEqual([
      [
        [1, 1],
        [2, 1],
        [3, 1],
        [4, 1],
      ],
      false,
    ]);
    expect(await lines({ first: 2, last: 3 })).toEqual([
      [
        [2, 1],
        [3, 1],
      ],
      false,
    ]);
    expect(await lines({ first: 3 })).toEqual([
      [
        [3, 1],
        [4, 1],
      ],
      false,
    ]);
    expect(await lines({ last: 1 })).toEqual([[[1, 1]], false]);
    expect(await lines({ first: 4, last: 900 })).toEqual([[[4, 1]], false]);
    expect(await lines({ first: 5 })).toEqual([[], false]);
    expect(await lines({ offset: 1, limit: 2 })).toEqual([
      [
        [2, 1],
        [3, 1],
      ],
      true,
    ]);
    expect(await lines({ backwards: true, limit: 2 })).toEqual([
      [
        [4, 1],
        [3, 1],
      ],
      true,
    ]);
    expect(await lines({ backwards: true, offset: 3, limit: 2 })).toEqual([[[1, 1]], false]);
    expect(await lines({ backwards: true, offset: 9 })).toEqual([[], false]);
    expect(await lines({}, 'empty')).toEqual([[], false]);
    expect(await lines({}, 'bin')).toEqual([[[1, 1]], false]);
    for (const none of ['', 'none', 'f/x', '*', ':(top)f', '--help'])
      expect([none, await lines({}, none)]).toEqual([none, undefined]);
  });

  it('are all there where there is no time to find out where they came from', async () => {
    const { blame, tip } = await imported(commit(1, 'f', 'a\nb\nc'));
    const soon = await blame.lines({ ...whole, commit: tip, path: 'f', first: 2 }, reading(1_900));
    expect(soon).toEqual({ more: false, results: [{ line: 2, count: 2 }] });
    const later = await blame.lines({ ...whole, commit: tip, path: 'f', first: 2 }, reading());
    expect(later?.results).toMatchObject([{ line: 2, count: 2, origin: { commit: tip } }]);
  });

  it('are not told of a file that is too large', async () => {
    const { blame, tip } = await imported(commit(1, 'f', 'x'.repeat((16 << 20) + 1)));
    const asked = blame.lines({ ...whole, commit: tip, path: 'f' }, reading());
    await expect(asked).rejects.toMatchObject({ code: 'too_large' });
  });
});
