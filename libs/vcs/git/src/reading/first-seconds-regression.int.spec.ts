import type { LogQuery } from '@holdfast/vcs-spi';
import { reading } from '../awaited-reading.fixture.js';
import { GitWorld } from '../git-world.fixture.js';

const all = { offset: 0, limit: 9, oldestFirst: false };

// git took an age of -1 for no bound, and listed all; and a date of -5 for none, and listed nothing.
describe('a history that begins with 1970', () => {
  const world = GitWorld.ofSuite();
  let listed: (query: object) => Promise<number[]>;
  let first = '';

  beforeAll(async () => {
    const { directory } = await world.repository();
    const input = [0, 1, 2]
      .map(
        (at) =>
          `commit refs/heads/main\ncommitter C <c@d> ${at} +0000\ndata 3\na\nb\nM 644 inline f\ndata 1\n${at}\n`,
      )
      .join('');
    await world.must(['fast-import', '--quiet', '--date-format=raw'], { cwd: directory, input });
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
