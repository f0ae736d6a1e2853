import { reading } from '../awaited-reading.fixture.js';
import { GitWorld } from '../git-world.fixture.js';

// git itself. Nobody may push these, since clients take them for what they end in; many a host has one by mistake.
describe('a remote with a branch that ends in the full name of another', () => {
  const world = GitWorld.ofSuite();

  it('is brought without it, and is the same at the next look', async () => {
    const source = await world.seeded(2);
    for (const ref of ['refs/heads/refs/heads/main', 'refs/tags/refs/heads/main'])
      await world.must(['update-ref', ref, source.tip], { cwd: source.directory });
    const { directory } = await world.repository();
    const brought = async (): Promise<string[]> => {
      const work = { signal: new AbortController().signal, tell: () => undefined };
      const asked = { ...work, principal: 'admin', metered: false };
      const incoming = await world.kind.open(directory).remotes.fetch({ url: source.url }, asked);
      expect(incoming.refusals).toEqual([]);
      await incoming.publish(reading());
      await incoming.discard();
      return incoming.updates.map(({ ref }) => ref);
    };
    expect(await brought()).toEqual(['refs/heads/main']);
    expect(await world.must(['for-each-ref', '--format=%(refname)'], { cwd: directory })).toBe(
      'refs/heads/main',
    );
    expect(await brought()).toEqual([]);
  });
});
