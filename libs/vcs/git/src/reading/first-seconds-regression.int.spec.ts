import type { LogQuery } from '@holdfast/vcs-spi';
import { reading } from '../awaited-reading.fixture.js';
import { GitWorld } from '../git-world.fixture.js';

const all = { offset: 0, limit: 9, oldestFirst: false };

const historyOf = async (world: GitWorld, times: number[]): Promise<string> => {
  const { directory } = await world.repository();
  const input = times
    .map(
      (at) =>
        `commit refs/heads/main\ncommitter C <c@d> ${at} +0000\ndata 3\na\nb\nM 644 inline f\n` +
        `data ${String(at).length}\n${at}\n`,
    )
    .join('');
  await world.must(['fast-import', '--quiet', '--date-format=raw'], { cwd: directory, input });
  return directory;
};

// git took an age of -1 for no bound, and listed all; and a date of -5 for none, and listed nothing.
describe('a history that begins with 1970', () => {
  const world = GitWorld.ofSuite();
  let listed: (query: object) => Promise<number[]>;
  let first = '';

  beforeAll(async () => {
    const directory = await historyOf(world, [0, 1, 2]);
    const { log } = world.kind.open(directory);
    const from = (await log.find('main', reading())) ?? '';
    listed = async (query) => {
      const asked: LogQuery = { ...all, from, ...query };
      return (await log.page(asked, reading())).results.map(({ committer }) => committer.at);
    };
    first = (await log.page({ ...all, from, oldestFirst: true }, reading())).results[0].id;
  });

  const bounds: [object, number[]][] = [
    ...[-2, -1, 0].map((before): [object, number[]] => [{ before }, []]),
    [{ before: 1 }, [0]],
    [{ before: 2 }, [1, 0]],
    ...[-5, -2, -1].map((after): [object, number[]] => [{ after }, [2, 1, 0]]),
    [{ after: 0 }, [2, 1]],
    [{ after: 1 }, [2]],
    [{ after: -1, before: 1 }, [0]],
    [{ after: -3, before: 0 }, []],
  ];

  it.each(bounds)('is bounded by %j, in both orders, and looked for in each way', async (bound, times) => {
    const oldestFirst = [...times].reverse();
    for (const way of [{}, { path: 'f' }, { author: 'c@d' }, { text: 'a' }, { text: 'a\nb' }]) {
      const query = { ...way, ...bound };
      expect([query, await listed(query)]).toEqual([query, times]);
      expect([query, await listed({ ...query, oldestFirst: true })]).toEqual([query, oldestFirst]);
    }
  });

  it.each(bounds)('is bounded by %j where a part of it is left out, too', async (bound, times) => {
    const later = times.filter((at) => at > 0);
    expect(await listed({ ...bound, without: [first] })).toEqual(later);
    expect(await listed({ ...bound, without: [first], oldestFirst: true })).toEqual(later.reverse());
  });
});

// git reads an age into 32 bits: of one after 2038 it took the rest, or found that nothing was too young.
describe('a history that goes beyond 2038', () => {
  const world = GitWorld.ofSuite();
  const last = 253_402_300_799;
  // Clocks differ: what is old stands behind what is young, and before it.
  const made = [5, 2 ** 31, 2 ** 32 - 1, 3, 4_294_967_300, 6_000_000_000, 7, last, 9];
  let listed: (query: object) => Promise<number[]>;

  beforeAll(async () => {
    const { log } = world.kind.open(await historyOf(world, made));
    const from = (await log.find('main', reading())) ?? '';
    listed = async (query) => {
      const { results } = await log.page({ ...all, from, oldestFirst: true, ...query }, reading());
      return results.map(({ committer }) => committer.at);
    };
  });

  const bounded = async (before: number, ways: object[]): Promise<void> => {
    for (const way of ways)
      for (const after of [-1, 4]) {
        const times = new Set(made.filter((at) => at < before && at > after));
        const query = { ...way, before, after };
        expect([query, new Set(await listed(query))]).toEqual([query, times]);
        expect([query, new Set(await listed({ ...query, oldestFirst: false }))]).toEqual([query, times]);
      }
  };

  it.each([2 ** 31, 4_294_967_300, 6_000_000_000, last].flatMap((at) => [at, at + 1]))(
    'is bounded by %i, in both orders',
    (before) => bounded(before, [{}]),
  );

  it('is bounded, looked for in each way', () =>
    bounded(6_000_000_000, [{ path: 'f' }, { author: 'c@d' }, { text: 'a' }, { text: 'a\nb' }]));
});
