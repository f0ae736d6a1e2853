import { bundleOf, changegroupOf, firstId, firstVersion, pushBundle } from '../bundle-parts.fixture.js';
import { describeMercurial, MercurialWorld } from '../mercurial-world.fixture.js';
import type { MercurialLimits } from '../transfer/mercurial-limits.js';

/** So many changesets with one and the same list of so many files, of which nothing is there. */
const sharing = (changesets: number, files: number): Buffer => {
  const names = Array.from({ length: files }, (_, at) => at.toString(36).padStart(6, '0')).sort();
  const list = names.map((name) => `${name}\0${'1'.repeat(40)}\n`).join('');
  const listId = firstId(list);
  const texts = Array.from(
    { length: changesets },
    (_, at) => `${listId.toString('hex')}\nme\n${at} 0\n\nmessage`,
  );
  const changes = texts.map((text) => firstVersion(firstId(text), firstId(text), text));
  return bundleOf([changegroupOf(changes, [firstVersion(listId, firstId(texts[0]), list)], {})]);
};

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
      const pushed = pushBundle(url, sharing(2_000, 200_000));

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
      const answer = await pushBundle(url, sharing(500, 200_000));
      expect([answer.status, await answer.text()]).toEqual([
        503,
        'the programs of all need too much memory together, try again later\n',
      ]);
    });
  });
});
