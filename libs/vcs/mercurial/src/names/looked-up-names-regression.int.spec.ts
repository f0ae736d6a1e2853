import { describeMercurial } from '../mercurial-world.fixture.js';
import { sharedWorld } from '../shared-world.fixture.js';

// Over HTTP they could be pushed and listed, and whoever asked for one heard that the request cannot be read.
describeMercurial('names beyond ASCII', () => {
  const world = sharedWorld();

  it('are looked up over HTTP, in the query and in headers', async () => {
    const { url } = await world.repository();
    const work = await world.work();
    await world.commit(work, 'a', 'a');
    await world.must(work, 'branch', '-q', 'zweig-ü');
    const commit = await world.commit(work, 'a', 'b');
    await world.must(work, 'bookmark', 'größe');
    await world.must(work, 'push', '-q', '--new-branch', '-B', 'größe', url);
    for (const name of ['zweig-ü', 'größe'])
      expect(await world.must(world.root, 'identify', '--debug', '--id', '-r', name, url)).toContain(commit);
    const clone = world.place('clone');
    await world.must(world.root, 'clone', '-q', '-r', 'zweig-ü', '-u', 'zweig-ü', url, clone);
    await world.must(clone, 'pull', '-q', '-r', 'größe', url);
    const key = encodeURIComponent('zweig-ü');
    const asked = [
      fetch(`${url}?cmd=lookup&key=${key}`),
      fetch(`${url}?cmd=lookup`, { headers: { 'x-hgarg-1': `key=${key}` } }),
      fetch(`${url}?cmd=lookup&key=${encodeURIComponent('nein-ü')}`),
    ];
    const answers = await Promise.all(asked.map(async (each) => (await each).text()));
    expect(answers).toEqual([`1 ${commit}\n`, `1 ${commit}\n`, expect.stringMatching(/^0 unknown revision/)]);
  });
});
