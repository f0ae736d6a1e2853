import { pushBundle } from '../bundle-parts.fixture.js';
import { hardBundle } from '../hard-bundle.fixture.js';
import { describeMercurial, MercurialWorld } from '../mercurial-world.fixture.js';
import type { MercurialLimits } from '../transfer/mercurial-limits.js';

// Mercurial goes through all files of a changeset for each changeset, however few bytes were sent: everybody's requests
// waited for that in the same process, and writers of the repository for as long as it went on.
describeMercurial('a push that makes Mercurial work very much', () => {
  const inWorld = async (limits: Partial<MercurialLimits>, act: (world: MercurialWorld) => Promise<void>) => {
    const world = new MercurialWorld(limits);
    await world.start();
    try {
      await act(world);
    } finally {
      await world.stop();
    }
    expect(await world.leftovers()).toEqual([]);
  };

  it('has a program of its own, which is ended, and the repository is as it was', async () => {
    await inWorld({ pushWork: 1_000, pushWorkPerKiB: 0 }, async (world) => {
      const { url, directory } = await world.repository();
      const before = await world.processes();
      const pushed = pushBundle(url, hardBundle(2_000, 200_000));

      const answer = await pushed;
      expect([answer.status, await answer.text()]).toEqual([
        503,
        'what is pushed takes the server too long, push it in several parts\n',
      ]);
      const work = await world.work();
      const id = await world.commit(work, 'a', 'a'.repeat(100_000));
      await world.must(work, 'push', '-q', url);
      const { branches } = world.kind.open(directory);
      expect((await branches.snapshot()).get('default')).toBe(id);
      expect(await world.must(directory, 'verify')).not.toMatch(/warning|damaged/);
      expect(await world.processes()).toEqual(expect.arrayContaining(before));
    });
  });

  it('has not more memory than all of them may have', async () => {
    await inWorld({ conversationMemory: 1 << 20 }, async (world) => {
      const { url } = await world.repository();
      const answer = await pushBundle(url, hardBundle(500, 200_000));
      expect([answer.status, await answer.text()]).toEqual([
        503,
        'the programs of all need too much memory together, try again later\n',
      ]);
    });
  });
});
