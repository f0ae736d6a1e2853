import { contentOf } from '../content-of.fixture.js';
import { describeMercurial } from '../mercurial-world.fixture.js';
import { sharedWorld } from '../shared-world.fixture.js';

// The answer broke off: the times of archives have no place for it.
describeMercurial('an archive of a commit of another century', () => {
  const world = sharedWorld();

  it.each(['-5 0', '0 0'])('is made, at %s', async (date) => {
    const { directory, url } = await world.repository();
    const work = await world.work();
    const commit = await world.commit(work, 'a', 'a', `--date=${date}`);
    await world.must(work, 'push', '-q', url);
    for (const format of ['zip', 'tar.gz'] as const) {
      const archive = { commit, format, name: 'all', lasting: false };
      expect(await contentOf(world, directory, { archive })).toMatchObject({ status: 200 });
    }
  });
});
