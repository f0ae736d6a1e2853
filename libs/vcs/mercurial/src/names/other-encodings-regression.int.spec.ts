import { describeMercurial } from '../mercurial-world.fixture.js';
import { sharedWorld } from '../shared-world.fixture.js';

// One bookmark with a letter that is not in the encoding of a client (of Windows, or of no language) ended every clone
// and pull of his. Clients take names that they cannot show where they are told them as a list of keys, as those before
// 4.3 do.
describeMercurial('a bookmark with letters that the encoding of a client has not', () => {
  const world = sharedWorld();

  it('keeps nobody from cloning and pulling, and comes back as it was', async () => {
    const { url } = await world.repository();
    const work = await world.work();
    const first = await world.commit(work, 'one', 'x');
    await world.must(work, 'push', '-q', url);
    await world.must(work, 'bookmark', 'Í', 'höhe');
    expect((await world.hg(work, 'push', '-B', 'Í', '-B', 'höhe', url)).output).toContain(
      'exporting bookmark',
    );
    for (const encoding of ['cp1252', 'cp932', 'ascii']) {
      const kept = world.place(encoding);
      const as = (...words: string[]) => world.must(world.root, '--encoding', encoding, ...words);
      await as('clone', '-q', url, kept);
      await as('-R', kept, 'pull', '-q', url);
      expect(await world.must(kept, 'log', '-r', 'Í', '-T', '{node} {bookmarks}')).toBe(`${first} höhe Í`);
    }
  });
});
