import { describeMercurial } from '../mercurial-world.fixture.js';
import { oddChangeset, type OddHistory } from '../odd-history.fixture.js';
import { sharedWorld } from '../shared-world.fixture.js';

// Mercurial takes lists of files without reading them, since only differences are sent. Of one that nobody can read new
// clones crashed, the API was 503, and whoever then pushed a first tag was refused for good.
describeMercurial('a list of files that no client makes', () => {
  const world = sharedWorld();

  const texts = { c: 'x' };
  const [a, c] = [
    ['a', 'a', ''],
    ['c', 'c', ''],
  ] as const;
  it.each<[string, OddHistory['lines']]>([
    ['is not in order', [c, a]],
    ['has a file twice', [a, a, c]],
    ['leads to no version', [a, ['b', 'NULL', ''], c]],
    ['has a flag of another sort', [a, ['c', 'c', 't']]],
  ])('is refused where it %s', async (_, lines) => {
    const { url } = await world.repository();
    const work = await world.work();
    const first = await world.commit(work, 'a', 'a');
    await world.must(work, 'push', '-q', url);
    const odd = await oddChangeset(world, work, { lines, texts });
    const { code, output } = await world.hg(work, 'push', '-f', '-r', odd, url);
    expect([code, output]).toEqual([255, expect.stringContaining('a list of files that no client can read')]);
    const clone = await world.work();
    await world.must(clone, 'pull', '-q', '-u', url);
    await world.must(clone, 'tag', '-u', 'me', '-r', first, 'v1');
    await world.must(clone, 'push', '-q', url);
  });

  it('is taken where it has a program and a link', async () => {
    const { url } = await world.repository();
    const work = await world.work();
    await world.commit(work, 'a', 'a');
    const lines = [
      ['a', 'a', 'x'],
      ['c', 'c', 'l'],
    ] as const;
    await oddChangeset(world, work, { lines, texts });
    await world.must(work, 'push', '-q', '-r', 'tip', url);
  });

  it('is not the only thing that means something else: so do some names of branches and tags', async () => {
    const { url } = await world.repository();
    const work = await world.work();
    const first = await world.commit(work, 'a', 'a');
    await world.must(work, 'push', '-q', url);
    for (const name of ['tip', 'null', '.', '0', '-1']) {
      const work = await world.work();
      await world.must(work, 'pull', '-q', '-u', url);
      const odd = await oddChangeset(world, work, { lines: [a, c], texts, branch: name });
      const { code, output } = await world.hg(work, 'push', '-f', '-r', odd, url);
      expect([code, output]).toEqual([
        255,
        expect.stringContaining(`${name}: a name cannot be one that clients take`),
      ]);
    }
    expect(await world.must(work, 'identify', '-r', 'default', '--id', '--debug', url)).toContain(first);
  });
});
