import { readdir } from 'node:fs/promises';
import { reading } from '../awaited-reading.fixture.js';
import { GitDisk } from '../git-disk.fixture.js';
import { GitWorld } from '../git-world.fixture.js';

// A place for what comes was made, brought to the disk name by name, removed and made again, a thousand times an hour.
describe('a look at a remote that has nothing new', () => {
  const world = GitWorld.ofSuite({}, { delay: 3_600_000 });
  const disk = new GitDisk(world);
  beforeAll(() => disk.watch());
  afterAll(() => disk.end());

  it('brings nothing to the disk, and leaves nothing', async () => {
    const source = await world.seeded(2);
    const { directory } = await world.repository();
    const look = async (): Promise<number> => {
      const work = { signal: new AbortController().signal, tell: () => undefined };
      const { remotes } = world.kind.open(directory);
      const incoming = await remotes.fetch({ url: source.url }, { ...work, principal: 'a', metered: false });
      await incoming.publish(reading());
      await incoming.discard();
      return incoming.updates.length;
    };
    expect(await look()).toBe(1);
    const before = await readdir(directory);
    await disk.brought();
    expect(await look()).toBe(0);
    expect(await disk.brought()).toMatchObject({ flushed: 0, written: 0, whole: 0, paths: [] });
    expect(await readdir(directory)).toEqual(before);
    await world.grow(source.work, 'main', 1);
    await world.must(['push', '-q', source.url, 'main'], { cwd: source.work });
    expect(await look()).toBe(1);
  });
});
