import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describeMercurial } from '../mercurial-world.fixture.js';
import { sharedWorld } from '../shared-world.fixture.js';

// Clients take tags before branches: a developer pushed a tag `default` on a branch of his own, and `hg update default`
// and `hg clone -r default` of everybody gave his changeset.
describeMercurial('a tag with the name of a branch', () => {
  const world = sharedWorld();

  const begun = async () => {
    const { url, directory } = await world.repository();
    const work = await world.work();
    const first = await world.commit(work, 'one', 'x');
    const tag = (name: string) => world.must(work, 'tag', '-f', '-u', 'me', '-r', '.', name);
    return { url, directory, work, first, tag };
  };
  const refused = (line: string) => ({ code: 255, output: expect.stringContaining(line) as string });

  it('is not made by a push', async () => {
    const { url, work, first, tag } = await begun();
    await world.must(work, 'push', '-q', url);
    await world.must(work, 'branch', 'own');
    await world.commit(work, 'one', 'evil');
    await tag('default');
    const pushed = await world.hg(work, 'push', '--new-branch', url);
    expect(pushed).toMatchObject(refused('default: a tag cannot have the name of a branch'));
    expect(await world.must(work, 'identify', '-r', 'default', '--id', '--debug', url)).toContain(first);
  });

  it('is not made by a branch that comes later, by a push or by us', async () => {
    const { url, directory, work, first, tag } = await begun();
    await tag('next');
    await world.must(work, 'push', '-q', url);
    await world.must(work, 'branch', '-f', 'next');
    await world.commit(work, 'one', 'y');
    const pushed = await world.hg(work, 'push', '--new-branch', url);
    expect(pushed).toMatchObject(refused('next: a branch cannot have the name of a tag'));
    const { branches } = world.kind.open(directory);
    const asked = { id: 'next', commit: first, actor: { name: 'A', email: 'a@example.org' } };
    const reading = { owner: { company: 'c', account: 'a' }, deadline: Date.now() + 600_000 };
    await expect(branches.create(asked, reading)).rejects.toMatchObject({ code: 'name_in_use' });
  });

  // `hg update v1.0::` of everybody went there.
  it('is not made where it is that of a range of changesets', async () => {
    const { url, work, first } = await begun();
    await world.must(work, 'push', '-q', url);
    await writeFile(join(work, '.hgtags'), `${first} v1.0::\n`);
    await world.must(work, 'commit', '-A', '-u', 'me', '-m', 'tags');
    expect(await world.hg(work, 'push', url)).toMatchObject(
      refused('v1.0::: a name cannot be one that clients take for changesets'),
    );
  });

  // Clients look for a branch first where an address ends in #name, also for a closed one.
  it.each(['tag', 'bookmark'])('is not made by a branch that comes closed: %s', async (sort) => {
    const { url, work, tag } = await begun();
    if (sort === 'tag') await tag('next');
    else await world.must(work, 'bookmark', '-r', '.', 'next');
    await world.must(work, 'push', '-q', ...(sort === 'tag' ? [] : ['-B', 'next']), url);
    await world.must(work, 'branch', '-f', 'next');
    await world.commit(work, 'one', 'y');
    await world.must(work, 'commit', '-u', 'me', '-m', 'closed', '--close-branch');
    const pushed = await world.hg(work, 'push', '-f', '--new-branch', url);
    expect(pushed).toMatchObject(refused(`next: a branch cannot have the name of a ${sort}`));
  });

  it('comes with the branch out of a repository that has both', async () => {
    const { url, work, tag } = await begun();
    await world.must(work, 'branch', 'both');
    await world.commit(work, 'one', 'y');
    await tag('both');
    await world.must(work, 'push', '-q', '--new-branch', url);
    await world.commit(work, 'one', 'z');
    await world.must(work, 'push', '-q', url);
  });
});
