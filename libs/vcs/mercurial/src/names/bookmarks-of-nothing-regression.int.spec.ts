import { describeMercurial, MercurialWorld } from '../mercurial-world.fixture.js';

// It was in the list of bookmarks, and was not found by its name.
describeMercurial('a bookmark at no commit', () => {
  const world = new MercurialWorld();
  beforeAll(() => world.start());
  afterAll(() => world.stop());

  it('is not told', async () => {
    const { url, directory } = await world.repository();
    const work = await world.work();
    const commit = await world.commit(work, 'a', 'a\n');
    await world.must(work, 'bookmark', 'somewhere');
    await world.must(work, 'push', '-q', '-B', 'somewhere', url);
    await world.must(work, 'debugpushkey', url, 'bookmarks', 'nowhere', '', '0'.repeat(40));
    expect(await world.must(directory, 'bookmarks')).toContain('nowhere');
    const told = await world.kind.open(directory).bookmarks.snapshot();
    expect([told.names, told.get('somewhere'), told.get('nowhere')]).toEqual([
      ['somewhere'],
      commit,
      undefined,
    ]);
  });
});
