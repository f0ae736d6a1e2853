import { describeMercurial } from '../mercurial-world.fixture.js';
import { sharedWorld } from '../shared-world.fixture.js';

// It counted as empty, and an import was taken into it.
describeMercurial('a repository whose branches are all closed', () => {
  const world = sharedWorld();

  it('has commits, which an empty one has not', async () => {
    const { directory, url } = await world.repository();
    const reading = { owner: { company: 'acme', account: 'ann' }, deadline: Date.now() + 60_000 };
    const repository = world.kind.open(directory);
    expect(await repository.hasCommits(reading)).toBe(false);
    const work = await world.work();
    await world.commit(work, 'a', 'a');
    await world.must(work, 'commit', '-u', 'ann', '-m', 'over', '--close-branch');
    await world.must(work, 'push', '-q', url);
    expect((await repository.branches.snapshot(reading)).size).toBe(0);
    expect(await repository.hasCommits(reading)).toBe(true);
  });
});
