import { reading } from '../awaited-reading.fixture.js';
import { GitWorld } from '../git-world.fixture.js';
import { GitProcesses } from '../process/git-processes.js';
import { everyReader } from '../read-by.fixture.js';
import { oddHistory } from '../reading/odd-history.fixture.js';
import { NodegitProcess } from './nodegit-process.js';

describe.each(everyReader)('histories, by $by,', ({ nodegit }) => {
  const world = GitWorld.ofSuite({}, undefined, nodegit);

  const imported = async (seed: number) => {
    const { directory } = await world.repository();
    const input = Buffer.from(oddHistory(seed, 80), 'latin1');
    await world.must(['fast-import', '--quiet', '--date-format=raw'], { cwd: directory, input });
    const told = async (...words: string[]) =>
      (await world.must(['rev-list', ...words], { cwd: directory }))
        .split('\n')
        .filter((line) => line !== '');
    return { directory, log: world.kind.open(directory).log, told, ids: await told('--all') };
  };
  /** Some pairs that are the same each time. */
  const pairsOf = (ids: readonly string[], every: number) =>
    ids.flatMap((one, at) => (at % every === 0 ? [[one, ids[(at * 23 + 41) % ids.length]] as const] : []));

  it.each([1, 2, 3])('are in the order in which git has them, from part to part (%d)', async (seed) => {
    const { log, told, ids } = await imported(seed);
    for (const [from, other] of pairsOf(ids, 9)) {
      for (const without of [[], [other]]) {
        const page = async (offset: number, limit: number) => {
          const asked = { from, without, offset, limit, oldestFirst: false };
          const { results, more } = await log.page(asked, reading());
          return [results.map(({ id }) => id), more];
        };
        const all = await told(from, ...without.map((id) => `^${id}`));
        expect(await page(0, 1_000)).toEqual([all, false]);
        const half = all.length >> 1;
        expect(await page(half, 3)).toEqual([all.slice(half, half + 3), half + 3 < all.length]);
      }
    }
  });

  it.each([5, 6])('come from the commit that git names for two of them (%d)', async (seed) => {
    const { directory, log, ids } = await imported(seed);
    for (const [one, other] of pairsOf(ids, 3)) {
      const { stdout } = await world.git(['merge-base', one, other], { cwd: directory });
      expect([one, other, (await log.mergeBase(one, other, reading())) ?? '']).toEqual([
        one,
        other,
        stdout.trim(),
      ]);
    }
  });

  it('are those of the disk as it is: what comes later and what is packed anew is found', async () => {
    const { directory } = await world.repository();
    const { log } = world.kind.open(directory);
    const known: string[] = [];
    for (let round = 0; round < 3; round += 1) {
      known.unshift(...(await world.grow(directory, 'main', 2)).reverse());
      const page = () => log.page({ from: known[0], offset: 0, limit: 9, oldestFirst: false }, reading());
      expect((await page()).results.map(({ id }) => id)).toEqual(known);
      await world.must(['repack', '-adq'], { cwd: directory });
      await world.must(['prune-packed', '-q'], { cwd: directory });
      expect((await page()).results.map(({ id }) => id)).toEqual(known);
      expect(await log.mergeBase(known[0], known[1], reading())).toBe(known[1]);
    }
  });

  it('are refused where a commit with which they begin or end is none', async () => {
    const { directory, tip } = await world.seeded(1);
    const { log } = world.kind.open(directory);
    const none = '1'.repeat(40);
    for (const [from, without] of [
      [none, []],
      [tip, [none]],
    ] as const) {
      const page = log.page({ from, without, offset: 0, limit: 9, oldestFirst: false }, reading());
      await expect(page).rejects.toMatchObject({ code: 'unavailable' });
    }
    for (const [one, other] of [
      [none, none],
      [tip, none],
      [none, tip],
    ])
      await expect(log.mergeBase(one, other, reading())).rejects.toMatchObject({ code: 'unavailable' });
    expect(await log.mergeBase(tip, tip, reading())).toBe(tip);
  });

  if (nodegit === undefined) return;

  it('are told by nodegit itself, and not by git in its place', async () => {
    const { directory, told, ids } = await imported(7);
    const processes = new GitProcesses({
      mark: `${world.root}/itself`,
      path: '/usr/local/bin:/usr/bin:/bin',
    });
    const itself = new NodegitProcess(processes, nodegit);
    itself.start();
    await itself.awake;
    const soon = AbortSignal.timeout(30_000);
    const asked = { from: ids[0], without: [ids[15]], skip: 0, count: 1_000 };
    const walked = (await itself.ask('walk', directory, asked, soon)) ?? [];
    expect(walked.map(({ id }) => id)).toEqual(await told(ids[0], `^${ids[15]}`));
    // All names there are no text.
    expect(walked.filter(({ text }) => text !== undefined)).toEqual([]);
    const plain = await world.seeded(3);
    const whole = { from: plain.tip, without: [], skip: 1, count: 9 };
    for (const { id, text } of (await itself.ask('walk', plain.directory, whole, soon)) ?? []) {
      const { stdout } = await world.git(['cat-file', 'commit', id], { cwd: plain.directory });
      expect([id, text]).toEqual([id, stdout]);
    }
    const [one, other] = [ids[0], ids[15]];
    const base = await world.must(['merge-base', one, other], { cwd: directory });
    expect(await itself.ask('base', directory, { one, other }, soon)).toBe(base);
    itself.close();
    await processes.stop();
  });
});
