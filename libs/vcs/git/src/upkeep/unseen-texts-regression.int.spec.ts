import { jest } from '@jest/globals';
import { reading } from '../awaited-reading.fixture.js';
import { GitWorld, pkt, zero } from '../git-world.fixture.js';
import { chainOf } from '../slow-chain.fixture.js';
import { Housekeeping } from './housekeeping.js';

const actor = { name: 'A', email: 'a@example.org' };

// git reads the commits of all references for each push, but those in the commit-graph. Commits that were there already
// when a reference came to name them got into none: after many such branches nobody could push any more.
describe('a branch at a commit that was there before, and takes git a while to read', () => {
  const world = GitWorld.ofSuite({ naming: 60_000, unpacking: 300_000, pushMemory: 1 << 30 });
  const toGraph = jest.spyOn(Housekeeping.prototype, 'hasLongTexts');
  afterAll(() => toGraph.mockRestore());

  const pushed = async (url: string, name: string, id: string, objects: Buffer): Promise<string> => {
    const line = pkt(`${zero} ${id} refs/heads/${name}\0 report-status`);
    return (
      await world.post(url, 'receive-pack', Buffer.concat([Buffer.from(`${line}0000`), objects]))
    ).text();
  };

  it('is for the commit-graph, whether it was pushed or made', async () => {
    const { url, directory, tip } = await world.seeded();
    const { pack, ids } = chainOf(126, { type: 'commit', depth: 63, slow: 1, size: 4 << 20 });
    expect(await pushed(url, 'first', ids[0], pack)).toContain('ok refs/heads/first');
    // The first text, of 4 MiB, takes git a while on a slow machine.
    toGraph.mockClear();
    const { branches } = world.kind.open(directory);
    await branches.create({ id: 'quick', commit: tip, actor }, reading());
    expect(toGraph).not.toHaveBeenCalled();
    expect(await pushed(url, 'last', ids[125], chainOf(0).pack)).toContain('ok refs/heads/last');
    expect(toGraph).toHaveBeenCalledTimes(1);
    await branches.create({ id: 'made', commit: ids[125], actor }, reading());
    expect(toGraph.mock.calls).toEqual([
      [directory, 'acme'],
      [directory, 'acme'],
    ]);
  });
});
