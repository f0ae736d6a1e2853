import { jest } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { diskFull } from '@holdfast/vcs-spi/engine';
import { reading } from '../awaited-reading.fixture.js';
import { begunPush, isReceiving } from '../begun-push.fixture.js';
import { GitWorld, pkt, zero } from '../git-world.fixture.js';

const actor = { name: 'Ada', email: 'ada@example.org' };
const full = 'the disk of the server is full';

describe('git on a disk that is full but for its reserve', () => {
  // Nobody is given up for his silence.
  const world = GitWorld.ofSuite(
    { idle: 600_000 },
    { delay: 100, packs: 2, looseObjects: 1000, unindexed: 1_000_000_000 },
  );

  /** With a commit that is not pushed, of so many bytes. */
  const grown = async (bytes: number) => {
    const seeded = await world.seeded(1);
    await writeFile(join(seeded.work, 'large'), randomBytes(bytes));
    await world.must(['add', '.'], { cwd: seeded.work });
    await world.must(['commit', '-q', '-m', 'large'], { cwd: seeded.work });
    return seeded;
  };
  const objects = async (directory: string) =>
    (await readdir(join(directory, 'objects'), { recursive: true })).sort();

  it.each([
    ['of which nothing has room', -1],
    ['for the middle of which there is no room', 200_000],
  ])('refuses a push %s, and leaves nothing of it', async (_, room) => {
    const { url, directory, work, tip } = await grown(2_000_000);
    const before = await objects(directory);
    world.room = room;
    const { code, stderr } = await world.git(['push', url, 'main'], { cwd: work });
    expect([code, stderr.replaceAll(/ +$/gm, '')]).toEqual([1, expect.stringContaining(`remote: ${full}`)]);
    expect(await world.branchesOf(directory)).toEqual({ main: tip });
    // The client may hear of it before git has put its quarantine away.
    while ((await world.processes()).length > 0) await sleep(20);
    expect(await objects(directory)).toEqual(before);
    world.room = undefined;
    await world.must(['push', '-q', url, 'main'], { cwd: work });
  });

  it('refuses a push of which git has made more than came', async () => {
    const { url, directory, work, tip } = await grown(1_000);
    const take = jest.spyOn(world.disk, 'take').mockImplementation((bytes) => Promise.resolve(bytes > 0));
    const { stderr } = await world.git(['push', url, 'main'], { cwd: work });
    take.mockRestore();
    expect(stderr).toContain(`remote: main: ${full}`);
    expect(await world.branchesOf(directory)).toEqual({ main: tip });
  });

  it('takes back what git has written of a push whose client holds the rest back', async () => {
    const seeded = await world.seeded(1);
    const held = await begunPush(seeded);
    world.room = -1;
    while (await isReceiving(seeded.directory)) await sleep(20);
    expect(held.destroyed).toBe(false);
    held.destroy();
  });

  it('tells a client that understands no messages by the status', async () => {
    const { url, tip } = await world.seeded(1);
    world.room = -1;
    const body = `${pkt(`${zero} ${tip} refs/heads/other\0`)}0000PACK`;
    const answer = await world.post(url, 'receive-pack', body);
    expect([answer.status, await answer.text()]).toEqual([507, expect.stringContaining(full)]);
  });

  it('takes pushes that only delete, and is read', async () => {
    const { url, directory, work, tip } = await world.seeded(1);
    await world.must(['push', '-q', url, 'main:other'], { cwd: work });
    world.room = -1;
    await world.must(['push', '-q', url, ':other'], { cwd: work });
    await world.must(['clone', '-q', url, join(work, 'again')], { cwd: work });
    expect(await world.branchesOf(directory)).toEqual({ main: tip });
  });

  it('makes no branches and annotations for the API', async () => {
    const { directory, tip } = await world.seeded(1);
    const { branches, tags } = world.kind.open(directory);
    await branches.create({ id: 'before', commit: tip, actor }, reading());
    world.room = -1;
    const refused = [
      branches.create({ id: 'new', commit: tip, actor }, reading()),
      tags.making.annotate({ id: 'v1', commit: tip, message: 'one', actor }, reading()),
    ];
    for (const refusal of await Promise.allSettled(refused))
      expect(refusal).toMatchObject({ reason: { code: 'no_room', message: diskFull } });
    await branches.delete({ id: 'before', actor }, reading());
  });

  it('joins no packs while there is little room', async () => {
    const { directory, url, work } = await world.seeded(1);
    const packs = async () =>
      (await readdir(join(directory, 'objects/pack'))).filter((name) => name.endsWith('.pack'));
    const push = async () => {
      for (let file = 0; file < 120; file += 1) await writeFile(join(work, `f${file}`), randomBytes(20));
      await world.must(['add', '.'], { cwd: work });
      await world.must(['commit', '-q', '-m', 'much'], { cwd: work });
      await world.must(['push', '-q', url, 'main'], { cwd: work });
    };
    world.level = 'low';
    for (let round = 0; round < 4; round += 1) await push();
    await sleep(1_500);
    expect((await packs()).length).toBeGreaterThan(3);
    world.level = 'enough';
    await push();
    // Upkeep has the lowest priority, so this takes as long as others keep the machine busy.
    while ((await packs()).length > 3) await sleep(100);
  });
});
