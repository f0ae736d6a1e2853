import { describeMercurial } from '../mercurial-world.fixture.js';
import { sharedWorld } from '../shared-world.fixture.js';

// Clients take bookmarks before branches: a branch that was made beside a bookmark of its name was never what they got.
describeMercurial('a branch with the name of a bookmark', () => {
  const world = sharedWorld();

  const begun = async () => {
    const { url, directory } = await world.repository();
    const work = await world.work();
    const first = await world.commit(work, 'one', 'x');
    await world.must(work, 'bookmark', 'next');
    await world.must(work, 'push', '-q', '-B', 'next', url);
    await world.must(work, 'bookmark', '--inactive', 'next');
    return { url, directory, work, first };
  };

  it('is not made by a push', async () => {
    const { url, work, first } = await begun();
    await world.must(work, 'bookmark', '-d', 'next');
    await world.must(work, 'branch', 'next');
    await world.commit(work, 'one', 'y');
    const pushed = await world.hg(work, 'push', '--new-branch', url);
    expect([pushed.code, pushed.output]).toEqual([
      255,
      expect.stringContaining('next: a branch cannot have the name of a bookmark'),
    ]);
    expect(await world.must(work, 'identify', '-r', 'next', '--id', '--debug', url)).toContain(first);
  });

  it('is not made by us', async () => {
    const { directory, first } = await begun();
    const { branches } = world.kind.open(directory);
    const asked = { id: 'next', commit: first, actor: { name: 'A', email: 'a@example.org' } };
    const reading = { owner: { company: 'c', account: 'a' }, deadline: Date.now() + 600_000 };
    await expect(branches.create(asked, reading)).rejects.toMatchObject({
      ...{
        code: 'name_in_use',
        message: 'there is a tag or a bookmark of this name, which clients would take instead',
      },
    });
    await expect(branches.create({ ...asked, id: 'other' }, reading)).resolves.toBeDefined();
  });

  it('goes on where both have been there', async () => {
    const { url, work } = await begun();
    await world.must(work, 'branch', 'both');
    await world.commit(work, 'one', 'y');
    await world.must(work, 'push', '-q', '--new-branch', url);
    await world.commit(work, 'one', 'z');
    await world.must(work, 'push', '-q', url);
  });
});
