import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describeMercurial } from '../mercurial-world.fixture.js';
import { sharedWorld } from '../shared-world.fixture.js';

// Mercurial goes by what differs between two lists of files, which does not tell that the file of the tags was removed:
// the server had them still, nobody was asked, and new clones had none.
describeMercurial('a push that removes the file of the tags', () => {
  const world = sharedWorld();

  /** With so many files that Mercurial stores what differs from the list before. */
  const begun = async () => {
    const { url, directory } = await world.repository();
    const work = await world.work();
    for (const name of Array.from({ length: 60 }, (_, at) => `file${at}`))
      await writeFile(join(work, name), name);
    const first = await world.commit(work, 'one', 'x');
    await world.commit(work, 'one', 'z');
    await world.must(work, 'tag', '-u', 'me', '-r', first, 'v1');
    await world.must(work, 'push', '-q', url);
    return { url, directory, work, first };
  };

  it('removes them for the server, too, which decides about it', async () => {
    const { url, directory, work, first } = await begun();
    const tags = async () => (await world.kind.open(directory).tags?.snapshot())?.page(0, 9);
    expect(await tags()).toMatchObject([{ id: 'v1', commit: first }]);
    await world.must(work, 'remove', '.hgtags');
    await world.commit(work, 'one', 'y');
    const pushed = await world.hg(work, 'push', url);
    expect(pushed).toMatchObject({ code: 255 });
    expect(world.pushes.at(-1)?.updates).toContainEqual(
      expect.objectContaining({ ref: 'refs/tags/v1', old: first }),
    );
    expect(await tags()).toMatchObject([{ id: 'v1' }]);
    world.instead = () => Promise.resolve({ accepted: true });
    await world.must(work, 'push', '-q', url);
    world.instead = undefined;
    expect(await tags()).toEqual([]);
    expect(await readFile(join(directory, '.hg/cache/holdfast-caches-known'), 'utf8')).toBe('');
  });

  // A developer had a tag of masters go elsewhere in the working copies of others: what a branch had said once, and the
  // server counted no more.
  it('removes them for those who had pulled them before', async () => {
    const { url, work } = await begun();
    const kept = await world.work();
    await world.must(kept, 'pull', '-q', '-u', url);
    expect(await world.must(kept, 'tags', '-q')).toContain('v1');
    await world.must(work, 'remove', '.hgtags');
    await world.commit(work, 'one', 'y');
    world.instead = () => Promise.resolve({ accepted: true });
    await world.must(work, 'push', '-q', url);
    world.instead = undefined;
    await world.must(kept, 'pull', '-q', '-u', url);
    expect((await world.must(kept, 'tags', '-q')).trim()).toBe('tip');
  });
});
