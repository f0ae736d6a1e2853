import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { refusals } from '@holdfast/vcs-spi';
import { describeMercurial, MercurialWorld } from '../mercurial-world.fixture.js';

// Tags are those of the heads. A developer pushed a commit whose tags lead elsewhere, hidden behind a child without
// them, and had the API make a branch at it: v1.0 and `default` of everybody gave his changeset, and a name with a NUL
// kept all events of the node from being told.
describeMercurial('a commit with other tags, behind one that has the same', () => {
  const world = new MercurialWorld();
  beforeAll(() => world.start());
  afterAll(() => world.stop());
  const reading = { owner: { company: 'c', account: 'a' }, deadline: Date.now() + 600_000 };
  const actor = { name: 'A', email: 'a@example.org' };

  const hidden = async (line: (good: string, evil: string) => string) => {
    const { url, directory } = await world.repository();
    const work = await world.work();
    const good = await world.commit(work, 'one', 'x');
    await world.must(work, 'tag', '-u', 'me', '-r', good, 'v1.0');
    await world.must(work, 'push', '-q', url);
    const tags = `${good} v1.0\n`;
    const evil = await world.commit(work, 'one', 'evil');
    await writeFile(join(work, '.hgtags'), tags + line(good, evil));
    await world.must(work, 'commit', '-u', 'me', '-m', 'other tags');
    const odd = (await world.must(work, 'identify', '--id', '--debug')).trim();
    const { branches, tags: shown } = world.kind.open(directory);
    return { url, directory, work, good, odd, tags, branches, shown: shown };
  };

  it.each([
    ['moves a tag', (good: string, evil: string) => `${good} v1.0\n${evil} v1.0\n`],
    ['makes a tag with the name of a branch', (_: string, evil: string) => `${evil} default\n`],
    ['makes a tag of no name', (_: string, evil: string) => `${evil} a\0b\n`],
    ['makes a tag of a long name', (_: string, evil: string) => `${evil} ${'n'.repeat(100_000)}\n`],
  ])('%s by no branch of the API', async (_, line) => {
    const { directory, work, good, odd, tags, branches, shown } = await hidden(line);
    await writeFile(join(work, '.hgtags'), tags);
    await world.must(work, 'commit', '-u', 'me', '-m', 'and back');
    // As an earlier version has taken it.
    await world.must(work, 'push', '-q', directory);
    const wanted = { id: 'topic', commit: odd, actor, at: 1_000_000_000 };
    await expect(branches.plan?.(wanted, reading)).rejects.toMatchObject({ code: 'names_change' });
    await expect(branches.create(wanted, reading)).rejects.toMatchObject({ code: 'names_change' });
    expect([...(await shown.snapshot(reading)).page(0, 9)]).toEqual([{ id: 'v1.0', commit: good }]);
    const here = { ...wanted, commit: (await branches.find('default', reading)) as string };
    expect(await branches.create(here, reading)).toMatchObject({ id: 'topic' });
  });

  it('does not move a tag when its branch is closed', async () => {
    const { directory, work, good, odd, branches, shown } = await hidden((_, evil) => `${evil} v1.0\n`);
    await writeFile(join(work, '.hgtags'), `${odd} v1.0\n`);
    await world.must(work, 'branch', 'topic');
    await world.must(work, 'commit', '-u', 'me', '-m', 'topic');
    await world.must(work, 'update', '-q', '-C', (await branches.find('default', reading)) as string);
    await world.commit(work, 'two', 'newest');
    // As an earlier version has taken it.
    await world.must(work, 'push', '-q', '--new-branch', '-f', directory);
    expect(await shown.find('v1.0', reading)).toBe(good);
    await expect(branches.delete({ id: 'topic', actor }, reading)).rejects.toMatchObject({
      code: 'names_change',
    });
    expect(await shown.find('v1.0', reading)).toBe(good);
  });

  // A push of 615 bytes made the byte process of the node grow by 380 MB: each who heard of the name had copies of it.
  it.each([
    ['long', 'n'.repeat(7 << 20)],
    ['odd', 'a\0b'],
  ])('comes by no push where the name of a tag is %s, and few words are made of it', async (_, name) => {
    const { url, work, shown } = await hidden((_good, evil) => `${evil} ${name}\n`);
    const pushed = await world.hg(work, 'push', url);
    expect(pushed).toMatchObject({
      code: 255,
      output: expect.stringContaining('this is not a valid name of a reference') as string,
    });
    expect(pushed.output.length).toBeLessThan(2_000);
    expect((await shown.snapshot(reading)).size).toBe(1);
  });

  // Nobody was asked about it: a developer removed a tag that only masters may.
  it.each([
    ['tag', 'long', 'n'.repeat(300), ['tag_deletion']],
    ['tag', 'odd', 'a\0b', ['tag_deletion']],
    ['branch', 'long', 'n'.repeat(300), []],
  ])('goes where a %s of a %s name goes, by whoever may remove it', async (sort, _, name, rules) => {
    const { directory, url } = await world.repository();
    const work = await world.work();
    const first = await world.commit(work, 'one', 'x');
    if (sort === 'branch') await world.must(work, 'branch', name);
    const old = await world.commit(work, '.hgtags', sort === 'tag' ? `${first} ${name}\n` : '');
    // As an earlier version has imported it.
    await world.must(work, 'push', '-q', '--new-branch', directory);
    if (sort === 'branch') await world.must(work, 'commit', '-u', 'me', '-m', 'over', '--close-branch');
    else await world.commit(work, '.hgtags', '');
    const judged: string[][] = [];
    world.instead = async (push) => {
      const { branches, tags } = world.kind.open(directory);
      const present = { branch: await branches.snapshot(), tag: await tags.snapshot() };
      for (const moveTags of [false, true]) {
        const abilities = { write: true, protectedPush: false, moveTags };
        const all = { kind: world.kind, abilities, isProtected: () => false, isForced: () => false, present };
        judged.push(refusals([...push.updates], all).map(({ rule }) => rule));
      }
      return { accepted: true };
    };
    await world.must(work, 'push', '-q', url);
    world.instead = undefined;
    const shown = `${name.slice(0, 255).replace('\0', '\ufffd')}\ufffd`;
    const ref = `refs/${sort === 'tag' ? 'tags' : 'heads'}/${shown}`;
    expect(world.pushes.at(-1)?.updates).toContainEqual({
      ...{ ref, sort, name: shown },
      old: sort === 'tag' ? first : old,
    });
    expect(judged).toEqual([rules, []]);
  });
});
