import { bundleOf, pushBundle } from '../bundle-parts.fixture.js';
import { describeMercurial } from '../mercurial-world.fixture.js';
import { sharedWorld } from '../shared-world.fixture.js';

// It was in the list of bookmarks, and was not found by its name. No branch got its name, though nobody was shown why.
describeMercurial('a bookmark at no commit', () => {
  const world = sharedWorld();

  const pushed = async () => {
    const { url, directory } = await world.repository();
    const work = await world.work();
    const commit = await world.commit(work, 'a', 'a\n');
    await world.must(work, 'bookmark', 'somewhere');
    await world.must(work, 'push', '-q', '-B', 'somewhere', url);
    return { url, directory, work, commit };
  };

  it('is not told, and keeps no name from a branch', async () => {
    const { directory, commit } = await pushed();
    await world.must(directory, 'bookmark', '-r', 'null', 'nowhere');
    const { bookmarks, branches } = world.kind.open(directory);
    const told = await bookmarks.snapshot();
    expect([told.names, told.get('somewhere'), told.get('nowhere')]).toEqual([
      ['somewhere'],
      commit,
      undefined,
    ]);
    const asked = { id: 'nowhere', commit, actor: { name: 'A', email: 'a@example.org' } };
    const reading = { owner: { company: 'c', account: 'a' }, deadline: Date.now() + 600_000 };
    expect(await branches.create(asked, reading)).toMatchObject({ id: 'nowhere' });
  });

  it.each(['nowhere', 'somewhere'])('is not pushed (%s)', async (name) => {
    const { url, directory, work } = await pushed();
    await world.must(work, 'bookmark', '-f', '-r', 'null', name);
    const push = await world.hg(work, 'push', '-B', name, url);
    expect(push.output).toContain('a bookmark must be at a commit');
    expect(await world.must(directory, 'log', '-T', '{bookmarks}')).toBe('somewhere');
    expect(await world.must(directory, 'bookmarks')).not.toContain('nowhere');
  });

  // By hand: pushkey and hg itself make none at a commit that is not there.
  it('is not pushed at one that may come later, nor at none', async () => {
    const { url, directory, work } = await pushed();
    const later = Buffer.from(await world.commit(work, 'a', 'later\n'), 'hex');
    const bookmark = (name: string, at: Buffer): Promise<Response> => {
      const length = Buffer.from([0, name.length]);
      return pushBundle(
        url,
        bundleOf([{ type: 'BOOKMARKS', data: Buffer.concat([at, length, Buffer.from(name)]) }]),
      );
    };
    const refused = 'pretxnclose.holdfast hook failed';
    for (const name of ['later', 'somewhere'])
      for (const at of [later, Buffer.alloc(20, 0x11), Buffer.alloc(20)])
        expect(await (await bookmark(name, at)).text()).toContain(refused);
    await world.must(work, 'push', '-q', url);
    expect((await world.kind.open(directory).bookmarks.snapshot()).names).toEqual(['somewhere']);
    expect(await (await bookmark('later', later)).text()).not.toContain(refused);
    expect((await world.kind.open(directory).bookmarks.snapshot()).names).toEqual(['later', 'somewhere']);
  });
});
