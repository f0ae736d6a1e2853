import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { reading } from '../awaited-reading.fixture.js';
import { GitWorld, pkt, zero } from '../git-world.fixture.js';
import { chainOf } from '../slow-chain.fixture.js';

const actor = { name: 'A', email: 'a@example.org' };

// git reads the commits of all references for each push, but those in the commit-graph. Commits that were there already
// when a reference came to name them got into none: after many such branches nobody could push any more.
describe('a branch at a commit that was there before, and takes git a while to read', () => {
  const world = GitWorld.ofSuite({ naming: 60_000, unpacking: 300_000 }, { delay: 20 });

  const pushed = async (url: string, name: string, id: string, objects: Buffer): Promise<string> => {
    const line = pkt(`${zero} ${id} refs/heads/${name}\0 report-status`);
    return (
      await world.post(url, 'receive-pack', Buffer.concat([Buffer.from(`${line}0000`), objects]))
    ).text();
  };
  const isInGraph = async (directory: string, id: string): Promise<boolean> => {
    const place = join(directory, 'objects/info/commit-graphs');
    const names = (await readdir(place).catch(() => [])).filter((name) => name.endsWith('.graph'));
    const graphs = await Promise.all(
      names.map((name) => readFile(join(place, name)).catch(() => Buffer.alloc(0))),
    );
    return graphs.some((graph) => graph.includes(Buffer.from(id, 'hex')));
  };
  const comesIntoGraph = async (directory: string, id: string): Promise<void> => {
    while (!(await isInGraph(directory, id))) await sleep(50);
  };

  it('is in the commit-graph soon, whether it was pushed or made', async () => {
    const { url, directory } = await world.seeded();
    const { pack, ids } = chainOf(120, { type: 'commit', slow: 20 });
    expect(await pushed(url, 'first', ids[0], pack)).toContain('ok refs/heads/first');
    await comesIntoGraph(directory, ids[0]);
    expect(await pushed(url, 'last', ids[119], chainOf(0).pack)).toContain('ok refs/heads/last');
    await comesIntoGraph(directory, ids[119]);
    const { branches } = world.kind.open(directory);
    await branches.create({ id: 'made', commit: ids[118], actor }, reading());
    await comesIntoGraph(directory, ids[118]);
    expect(await isInGraph(directory, ids[117])).toBe(false);
  });
});
