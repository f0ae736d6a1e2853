import { gunzipSync } from 'node:zlib';
import { contentOf } from '../content-of.fixture.js';
import { describeMercurial } from '../mercurial-world.fixture.js';
import { sharedWorld } from '../shared-world.fixture.js';

// Mercurial made a directory of each prefix: app-1.0- was app-1.0-/.
describeMercurial('the prefix of an archive', () => {
  const world = sharedWorld();

  it('stands before each path as it is', async () => {
    const { directory, url } = await world.repository();
    const work = await world.work();
    const commit = await world.commit(work, 'file', 'a');
    await world.must(work, 'push', '-q', url);
    for (const [prefix, path] of [
      ['app-1.0-', 'app-1.0-file'],
      ['app/1.0/', 'app/1.0/file'],
      [undefined, 'file'],
    ]) {
      const archive = { commit, format: 'tar.gz' as const, name: 'all', lasting: false };
      const { body } = await contentOf(world, directory, {
        archive: { ...archive, ...(prefix === undefined ? {} : { prefix }) },
      });
      // The first field of a tar is the path.
      expect(gunzipSync(body).toString('latin1').split('\0')[0]).toBe(path);
    }
  });
});
