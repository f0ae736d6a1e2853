import { contentOf } from '../content-of.fixture.js';
import { describeMercurial } from '../mercurial-world.fixture.js';
import { sharedWorld } from '../shared-world.fixture.js';

/** Bytes of an archive in which nothing is: what says that a zip ends there, and the zeros that end a tar, packed. */
const most = { zip: 22, 'tar.gz': 64 };

// Mercurial makes no archive of nothing: the answer was an error of the server, for ever.
describeMercurial('an archive of a commit without files', () => {
  const world = sharedWorld();

  it('is empty', async () => {
    const { directory, url } = await world.repository();
    const work = await world.work();
    await world.commit(work, 'a', 'a');
    await world.must(work, 'rm', 'a');
    await world.must(work, 'commit', '-m', 'none', '-u', 'ann');
    const commit = await world.must(work, 'log', '-r', '.', '-T', '{node}');
    await world.must(work, 'push', '-q', url);
    for (const format of ['zip', 'tar.gz'] as const) {
      const archive = { commit, format, name: 'all', lasting: false };
      const { status, length } = await contentOf(world, directory, { archive });
      expect([format, status]).toEqual([format, 200]);
      expect(length).toBeGreaterThan(0);
      expect(length).toBeLessThanOrEqual(most[format]);
    }
  });
});
