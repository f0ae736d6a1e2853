import type { LogQuery } from '@holdfast/vcs-spi';
import { reading } from '../awaited-reading.fixture.js';
import { GitWorld } from '../git-world.fixture.js';

// git forgot the way to whatever came behind a commit that was left out for its time.
describe('the commits after one, by their time,', () => {
  const world = GitWorld.ofSuite();
  let page: (query: object) => Promise<[number[], boolean]>;
  let first = '';

  beforeAll(async () => {
    const { directory } = await world.repository();
    // Clocks differ; what is aside does not descend from the first.
    const commit = (branch: string, at: number, message = 'm', merged = '') =>
      `commit refs/heads/${branch}\ncommitter C <c@d> ${at} +0000\ndata ${message.length}\n${message}\n${merged}` +
      `M 644 inline ${branch}\ndata ${String(at).length}\n${at}\n`;
    const input = [
      ...[commit('main', 10), commit('main', 30, 'two\nlines'), commit('main', 20), commit('main', 50)],
      ...[commit('aside', 40), commit('main', 60, 'two\nlines', 'merge refs/heads/aside\n')],
    ].join('');
    await world.must(['fast-import', '--quiet', '--date-format=raw'], { cwd: directory, input });
    const { log } = world.kind.open(directory);
    const from = (await log.find('main', reading())) ?? '';
    page = async (query) => {
      const asked: LogQuery = { from, offset: 0, limit: 9, oldestFirst: true, ...query };
      const { results, more } = await log.page(asked, reading());
      if (first === '') first = results.find(({ committer }) => committer.at === 10)?.id ?? '';
      return [results.map(({ committer }) => committer.at), more];
    };
    await page({});
  });

  it.each<[object, number[]]>([
    [{}, [30, 20, 50, 60]],
    [{ after: 10 }, [30, 20, 50, 60]],
    [{ after: 20 }, [30, 50, 60]],
    [{ after: 30 }, [50, 60]],
    [{ after: 60 }, []],
    [{ before: 30 }, [20]],
    [{ before: 60 }, [30, 20, 50]],
    [{ after: 20, before: 60 }, [30, 50]],
    [{ after: -1 }, [30, 20, 50, 60]],
    [{ before: 0 }, []],
    [{ after: 30, path: 'main' }, [50, 60]],
    [{ after: 30, path: 'none' }, []],
    [{ after: 30, text: 'TWO' }, [60]],
    [{ after: 30, text: 'two\nLines' }, [60]],
    [{ before: 60, text: 'two\nLines' }, [30]],
    [{ after: 30, author: 'c@d' }, [50, 60]],
    [{ after: 30, author: 'nobody' }, []],
  ])('are all that descend from it, in both orders: %j', async (bound, times) => {
    const descendingFrom = first;
    expect(await page({ ...bound, descendingFrom })).toEqual([times, false]);
    const newest = [...times].reverse();
    expect(await page({ ...bound, descendingFrom, oldestFirst: false })).toEqual([newest, false]);
  });

  it('come in pages', async () => {
    const asked = { descendingFrom: first, after: 20, limit: 1 };
    const pages = [0, 1, 2, 3].map((offset) => page({ ...asked, offset }));
    expect(await Promise.all(pages)).toEqual([
      [[30], true],
      [[50], true],
      [[60], false],
      [[], false],
    ]);
    expect(await page({ ...asked, offset: 1, oldestFirst: false })).toEqual([[50], true]);
  });

  it('come in pages of those whose messages have lines', async () => {
    const asked = { descendingFrom: first, after: 20, limit: 1, text: 'two\nlines' };
    const pages = [0, 1, 2].flatMap((offset) =>
      [true, false].map((oldestFirst) => page({ ...asked, offset, oldestFirst })),
    );
    expect(await Promise.all(pages)).toEqual([
      [[30], true],
      [[60], true],
      [[60], false],
      [[30], false],
      [[], false],
      [[], false],
    ]);
  });
});
