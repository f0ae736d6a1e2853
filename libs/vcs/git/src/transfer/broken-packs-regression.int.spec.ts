import { GitWorld, pkt, zero } from '../git-world.fixture.js';
import { emptyDifference } from '../slow-chain.fixture.js';

// What is empty, stored as a difference, git takes for damaged. A push of a KB was taken, packs were joined, and the
// empty file of everybody was gone; the look at all other objects of such a push ended there, too.
describe('a pack of which git cannot read an object', () => {
  const world = GitWorld.ofSuite();
  const push = async (url: string, ref: string, id: string): Promise<string> => {
    const line = pkt(`${zero} ${id} ${ref}\0 report-status side-band-64k`);
    const body = Buffer.concat([Buffer.from(`${line}0000`), emptyDifference()]);
    return (await world.post(url, 'receive-pack', body)).text();
  };

  it('is refused, also as the first', async () => {
    const { url, directory } = await world.seeded();
    const main = (await world.must(['rev-parse', 'main'], { cwd: directory })).trim();
    expect(await push(url, 'refs/tags/mine', main)).toContain('git cannot read an object of this push');
    const first = await world.repository();
    const empty = 'e69de29bb2d1d6434b8b29ae775ad8c2e48c5391';
    expect(await push(first.url, 'refs/tags/mine', empty)).toContain(
      'git cannot read an object of this push',
    );
    for (const each of [directory, first.directory])
      expect(await world.must(['for-each-ref', 'refs/tags'], { cwd: each })).toBe('');
  });
});
