import { contentOf } from '../content-of.fixture.js';
import { describeMercurial } from '../mercurial-world.fixture.js';
import { oddChangeset } from '../odd-history.fixture.js';
import { sharedWorld } from '../shared-world.fixture.js';

// Old converters left such versions. Comparisons and blame over them were 503 for good, and `verify` called the
// repository damaged.
describeMercurial('a file that says it is a copy of what is not there', () => {
  const world = sharedWorld();
  const reading = () => ({ owner: { company: 'acme', account: 'ann' }, deadline: Date.now() + 600_000 });
  const page = { limit: 9, offset: 0, backwards: false };
  const one = '1'.repeat(40);

  it.each([
    ['no such file', `copy: zz\ncopyrev: ${one}\n`],
    ['no such version', `copy: a\ncopyrev: ${one}\n`],
    ['a short id', 'copy: a\ncopyrev: 12\n'],
    ['no id', `copy: a\ncopyrev: ${'z'.repeat(40)}\n`],
  ])('is compared, blamed and no damage (%s)', async (_, copy) => {
    const { directory, url } = await world.repository();
    const work = await world.work();
    const base = await world.commit(work, 'a', 'a');
    const lines = [
      ['a', 'a', ''],
      ['c', 'c', ''],
    ] as const;
    const head = await oddChangeset(world, work, { lines, texts: { c: `\x01\n${copy}\x01\nx\n` } });
    await world.must(work, 'push', '-q', '-r', head, url);
    const { diff, blame, care } = world.kind.open(directory);
    const { results } = await diff.changes({ head, base, ...page }, reading());
    expect(results).toEqual([expect.objectContaining({ path: 'c', status: 'added', additions: 1 })]);
    const blamed = await blame.lines({ commit: head, path: 'c', ...page }, reading());
    expect(blamed?.results.map(({ count }) => count)).toEqual([1]);
    const verified = await care.verify({ signal: new AbortController().signal, tell: () => undefined });
    expect(verified.lines).toEqual([]);
  });

  it('is in archives by what its name is shown as where that is no UTF-8', async () => {
    const { directory, url } = await world.repository();
    const work = await world.work();
    await world.commit(work, 'a', 'a');
    const lines = [
      ['a', 'a', ''],
      ['caf\xe9', 'caf\xe9', ''],
    ] as const;
    const commit = await oddChangeset(world, work, { lines, texts: { 'caf\xe9': 'x' } });
    await world.must(work, 'push', '-q', '-r', commit, url);
    const archive = { commit, format: 'zip' as const, name: 'all', lasting: false };
    const { status, body } = await contentOf(world, directory, { archive });
    expect(status).toBe(200);
    expect(body.toString()).toContain('caf\ufffd');
  });
});
