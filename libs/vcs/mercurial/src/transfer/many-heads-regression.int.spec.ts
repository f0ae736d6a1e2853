import { describeMercurial, MercurialWorld } from '../mercurial-world.fixture.js';

// Each push looked at all heads, and nothing bounded them: after 400,000 closed ones a push of one line took a minute,
// or was refused, and nobody could take them away again.
describeMercurial('heads of a repository', () => {
  const world = new MercurialWorld({ heads: 4 });
  beforeAll(() => world.start());
  afterAll(() => world.stop());
  const reading = { owner: { company: 'c', account: 'a' }, deadline: Date.now() + 600_000 };
  const actor = { name: 'A', email: 'a@example.org' };

  it('are as many as a repository may have, closed ones too, and whoever merges some may make others', async () => {
    const { url, directory } = await world.repository();
    const work = await world.work();
    const base = await world.commit(work, 'one', 'x');
    const branch = async (name: string): Promise<void> => {
      await world.must(work, 'update', '-q', base);
      await world.must(work, 'branch', name);
      await world.commit(work, name, name);
    };
    for (const name of ['a', 'b', 'c', 'd']) await branch(name);
    await world.must(work, 'commit', '-u', 'me', '-m', 'over', '--close-branch');
    const push = () => world.hg(work, 'push', '--new-branch', url);
    expect(await push()).toMatchObject({ code: 0 });
    await world.commit(work, 'd', 'no head more');
    expect(await push()).toMatchObject({ code: 0 });
    const { branches } = world.kind.open(directory);
    await expect(branches.create({ id: 'more', commit: base, actor }, reading)).rejects.toMatchObject({
      code: 'names_change',
    });
    await branch('e');
    const refused = await push();
    expect(refused).toMatchObject({ code: 255 });
    expect(refused.output).toContain('more than 4 heads');
    await world.must(work, 'update', '-q', 'a');
    await world.must(work, 'merge', '-q', 'b');
    await world.must(work, 'commit', '-u', 'me', '-m', 'both');
    expect(await push()).toMatchObject({ code: 0 });
  });
});
