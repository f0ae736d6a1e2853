import { reading } from '../awaited-reading.fixture.js';
import { GitWorld } from '../git-world.fixture.js';

describe('tags of tags', () => {
  const world = GitWorld.ofSuite();

  /** So many more tags, each of the one before it; the ids of all. */
  const chain = async (work: string, from: string, type: string, length: number): Promise<string[]> => {
    const ids: string[] = [];
    for (let at = 0; at < length; at += 1) {
      const [object, sort] = at === 0 ? [from, type] : [ids[at - 1], 'tag'];
      const input = `object ${object}\ntype ${sort}\ntag t${at}\ntagger C <c@d> 1 +0000\n\nx\n`;
      ids.push(await world.must(['mktag'], { cwd: work, input }));
    }
    return ids;
  };

  it('are taken up to twenty, and refused beyond, in one push or several, whatever names them', async () => {
    const { url, work, directory, tip } = await world.seeded(1);
    const ids = await chain(work, tip, 'commit', 22);
    const push = (...refs: string[]) => world.git(['push', url, ...refs], { cwd: work });
    expect((await push(`${ids[1]}:refs/tags/two`, `${ids[19]}:refs/tags/twenty`)).code).toBe(0);
    for (const refs of [
      [`${ids[20]}:refs/tags/deep`],
      [`${ids[20]}:refs/notes/deep`],
      [`${ids[21]}:refs/tags/deep`, `${ids[0]}:refs/tags/one`],
    ]) {
      const { code, stderr } = await push(...refs);
      expect([code === 0, stderr]).toEqual([
        false,
        expect.stringMatching(
          /^remote: \S*deep: it names a tag of a tag and so on, of which there may be 20/m,
        ),
      ]);
      expect(stderr).not.toContain('remote: one');
    }
    const { tags } = world.kind.open(directory);
    const snapshot = await tags.snapshot();
    expect(snapshot.page(0, 10).map(({ id }) => id)).toEqual(['twenty', 'two']);
    expect(await tags.targets([ids[19]], reading())).toMatchObject([{ commit: tip }]);
  });
});
