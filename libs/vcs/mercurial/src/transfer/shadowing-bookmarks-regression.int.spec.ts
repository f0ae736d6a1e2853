import { describeMercurial } from '../mercurial-world.fixture.js';
import { sharedWorld } from '../shared-world.fixture.js';

// Clients take bookmarks before tags and branches: who may not move a tag pushed a bookmark of its name, and `hg clone
// -r v1` gave what he had pushed.
describeMercurial('a bookmark with the name of a tag or a branch', () => {
  const world = sharedWorld();

  const bookmark = async (url: string, key: string, old: string, next: string): Promise<string> => {
    const words = new URLSearchParams({ namespace: 'bookmarks', key, old, new: next });
    const headers = { 'x-hgarg-1': String(words), 'content-length': '0' };
    const answer = await fetch(`${url}?cmd=pushkey`, { method: 'POST', headers });
    return (await answer.text()).split('\n')[0];
  };

  /** A branch of two changesets, the second of which closes it. */
  const closed = async (work: string, branch: string): Promise<void> => {
    await world.must(work, 'branch', branch);
    await world.commit(work, 'one', branch);
    await world.must(work, 'commit', '-u', 'me', '-m', 'closed', '--close-branch');
  };

  it('is neither made nor moved by a push', async () => {
    const { url } = await world.repository();
    const work = await world.work();
    const first = await world.commit(work, 'one', 'x');
    await world.must(work, 'tag', '-u', 'me', 'v1');
    await world.must(work, 'push', '-q', url);
    const evil = await world.commit(work, 'one', 'y');
    await world.must(work, 'push', '-q', url);
    await world.must(work, 'bookmark', '-r', evil, 'v1');
    const pushed = await world.hg(work, 'push', '-B', 'v1', url);
    expect(pushed.output).toContain('v1: a bookmark cannot have the name of a branch or a tag');
    for (const name of ['v1', 'default']) expect(await bookmark(url, name, '', evil)).not.toBe('1');
    await world.must(work, 'bookmark', '-d', 'v1');
    expect(await world.must(work, 'identify', '-r', 'v1', '--id', '--debug', url)).toContain(first);
    // What the file of the bookmarks leaves out of a name.
    for (const name of ['v1 ', ' default', '']) expect(await bookmark(url, name, '', evil)).not.toBe('1');
    expect(await bookmark(url, 'v2', '', evil)).toBe('1');
    await world.must(work, 'tag', '-u', 'me', '-r', first, 'v2');
    const tagged = await world.hg(work, 'push', url);
    expect([tagged.code, tagged.output]).toEqual([
      255,
      expect.stringContaining('v2: a bookmark cannot have'),
    ]);
    expect(await bookmark(url, 'v2', evil, '')).toBe('1');
    await world.must(work, 'push', '-q', url);
    expect(await world.must(work, 'identify', '-r', 'v2', '--id', '--debug', url)).toContain(first);
  });

  // What clients take for something else, and `hg bookmark` makes no bookmark of.
  it('nor is one of a name that Mercurial makes no bookmark of', async () => {
    const { url } = await world.repository();
    const work = await world.work();
    const tip = await world.commit(work, 'one', 'x');
    await world.must(work, 'push', '-q', url);
    for (const name of ['tip', 'null', '.', '0', '-1', 'a:b'])
      expect([name, await bookmark(url, name, '', tip)]).toEqual([name, expect.not.stringMatching(/^1/)]);
    expect(await world.must(work, 'incoming', '-B', url).catch(String)).toContain('no changed bookmarks');
    for (const name of ['a-b', '1a', 'tips', '-r']) expect(await bookmark(url, name, '', tip)).toBe('1');
  });

  it('nor is one of the name of a branch that is closed, which hg itself does not make either', async () => {
    const { url } = await world.repository();
    const work = await world.work();
    const first = await world.commit(work, 'one', 'x');
    await closed(work, 'rel');
    await world.must(work, 'push', '-q', '--new-branch', url);
    expect(await bookmark(url, 'rel', '', first)).not.toBe('1');
  });

  // Mercurial shows twelve digits of an id, and builds name them: it looks for a bookmark, a tag or a branch first.
  it('nor is a name made by which clients mean another changeset', async () => {
    const { url, directory } = await world.repository();
    const work = await world.work();
    let first = await world.commit(work, 'one', 'x');
    // One in three hundred begins with twelve decimal digits: a number is no name at all.
    while (/^\d{12}/.test(first)) first = await world.commit(work, 'one', first);
    const next = await world.commit(work, 'one', 'y');
    await world.must(work, 'push', '-q', url);
    const short = first.slice(0, 12);
    expect(await bookmark(url, short, '', next)).not.toBe('1');
    expect(await bookmark(url, short.toUpperCase(), '', next)).not.toBe('1');
    // Another one that begins so is made in seconds, or minutes.
    expect(await bookmark(url, short, '', first)).not.toBe('1');
    expect(await bookmark(url, first, '', first)).toBe('1');
    expect(await bookmark(url, first, first, '')).toBe('1');
    const { branches } = world.kind.open(directory);
    const asked = { id: short, commit: next, actor: { name: 'A', email: 'a@example.org' } };
    const reading = { owner: { company: 'c', account: 'a' }, deadline: Date.now() + 600_000 };
    await expect(branches.create(asked, reading)).rejects.toMatchObject({ code: 'name_in_use' });
    await world.must(work, 'tag', '-u', 'me', '-r', next, short);
    const line = `${short}: a name cannot begin the id of another changeset`;
    expect((await world.hg(work, 'push', url)).output).toContain(line);
    expect(await world.must(work, 'identify', '-r', short, '--id', '--debug', url)).toContain(first);
  });

  // Days, builds and words may be what is shorter.
  it('nor is one of the form of a whole id, by which they may mean a changeset that comes', async () => {
    const { url, directory } = await world.repository();
    const work = await world.work();
    const first = await world.commit(work, 'one', 'x');
    await world.must(work, 'tag', '-u', 'me', '-r', first, 'facade1');
    await world.must(work, 'push', '-q', url);
    const next = await world.commit(work, 'one', 'y');
    for (const name of [next, '1'.repeat(40)])
      expect([name, await bookmark(url, name, '', first)]).toEqual([name, expect.not.stringMatching(/^1/)]);
    for (const name of ['facade', 'FACADE3', 'day20261127', `${next}0`])
      expect([name, await bookmark(url, name, '', first)]).toEqual([name, '1']);
    const { branches } = world.kind.open(directory);
    const asked = { id: 'facade2', commit: first, actor: { name: 'A', email: 'a@example.org' } };
    const reading = { owner: { company: 'c', account: 'a' }, deadline: Date.now() + 600_000 };
    await branches.create(asked, reading);
    await world.must(work, 'push', '-q', url);
    for (const name of [next, next.toUpperCase()]) expect(await bookmark(url, name, '', next)).toBe('1');
  });

  // Only names that were new, and of branches only open ones, were looked at.
  it('nor is one moved from the changeset whose id it begins, nor does a branch of such a name come closed', async () => {
    const { url } = await world.repository();
    const work = await world.work();
    const first = await world.commit(work, 'one', 'x');
    const next = await world.commit(work, 'one', 'y');
    await world.must(work, 'push', '-q', url);
    expect(await bookmark(url, first, '', first)).toBe('1');
    expect(await bookmark(url, first, first, next)).not.toBe('1');
    expect(await bookmark(url, first, first, '')).toBe('1');
    // Mercurial takes no number for a name.
    const [branch] = /^.{9}.*?[a-f]/.exec(next) ?? [next];
    await closed(work, branch);
    const pushed = await world.hg(work, 'push', '--new-branch', url);
    expect(pushed.output).toContain(`${branch}: a name cannot begin the id of another changeset`);
    expect(await world.must(work, 'identify', '-r', branch, '--id', '--debug', url)).toContain(next);
  });

  it('nor is a tag made of the name of a branch that is closed, but beside such a one', async () => {
    const { url } = await world.repository();
    const work = await world.work();
    const first = await world.commit(work, 'one', 'x');
    await closed(work, 'rel');
    await world.must(work, 'update', '-q', '-r', first);
    await world.must(work, 'push', '-q', '--new-branch', '-r', 'rel', url);
    await world.must(work, 'tag', '-f', '-u', 'me', '-r', first, 'rel');
    const tagged = await world.hg(work, 'push', url);
    expect(tagged.output).toContain('rel: a tag cannot have the name of a branch');
    const older = await world.repository();
    await world.must(work, 'push', '-q', '--new-branch', older.url);
    expect(await world.must(work, 'identify', '-r', 'rel', '--id', '--debug', older.url)).toContain(first);
  });
});
