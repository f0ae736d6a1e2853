import { readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describeMercurial } from '../mercurial-world.fixture.js';
import { sharedWorld } from '../shared-world.fixture.js';

describeMercurial('stock clients of Mercurial over HTTP', () => {
  const world = sharedWorld();
  afterEach(() => {
    [world.instead, world.refused, world.room] = [undefined, undefined, undefined];
    world.pushes.length = world.reports.length = 0;
  });

  const namesOf = async (directory: string) => {
    const { branches, tags, bookmarks } = world.kind.open(directory);
    const all = await Promise.all([branches, tags, bookmarks].map((each) => each.snapshot()));
    return all.map((each) => Object.fromEntries(each.page(0, 100).map(({ id, commit }) => [id, commit])));
  };

  it('push, pull and clone, and each push is decided about by its names and reported', async () => {
    const { url, reading, directory } = await world.repository();
    const work = await world.work();
    const first = await world.commit(work, 'a', 'é\n');
    await world.must(work, 'bookmark', 'mark');
    await world.must(work, 'push', '-q', '-B', 'mark', url);
    expect(world.pushes.map(({ updates }) => updates)).toEqual([
      [
        { ref: 'refs/heads/default', sort: 'branch', name: 'default', new: first },
        { ref: 'refs/bookmarks/mark', sort: 'bookmark', name: 'mark', new: first },
      ],
    ]);
    expect(world.reports).toMatchObject([{ accepted: true, changed: true, principal: 'developer' }]);
    expect(await namesOf(directory)).toEqual([{ default: first }, {}, { mark: first }]);
    const clone = join(world.root, 'clone');
    await world.must(world.root, 'clone', '-q', reading, clone);
    expect(await readFile(join(clone, 'a'), 'utf8')).toBe('é\n');
    await world.must(work, 'tag', '-u', 'me', 'v1');
    await world.must(work, 'push', '-q', url);
    await world.must(clone, 'pull', '-q', '-u', reading);
    expect((await namesOf(directory))[1]).toEqual({ v1: first });
    await world.must(world.root, 'clone', '-q', '--stream', reading, join(world.root, 'stream'));
    expect((await world.hg(work, 'push', url)).output).toContain('no changes found');
  });

  it('read the reasons of a refused push, of which nothing is left', async () => {
    const { url, directory } = await world.repository();
    const work = await world.work();
    await world.commit(work, 'a', 'a');
    world.instead = ({ updates }) =>
      Promise.resolve({
        accepted: false,
        reasons: [...updates].map(({ ref, name }) => ({
          ref,
          name,
          rule: 'no_room',
          reason: 'heute nicht, é',
        })),
      });
    const refused = await world.hg(work, 'push', url);
    expect(refused.code).toBe(255);
    expect(refused.output).toContain('remote: default: heute nicht, é');
    expect(world.reports).toMatchObject([{ accepted: false, changed: false }]);
    expect(await namesOf(directory)).toEqual([{}, {}, {}]);
    world.instead = undefined;
    await world.must(work, 'push', '-q', url);
  });

  it('are refused what they have no room for, before and after it has come', async () => {
    const { url, directory } = await world.repository();
    const work = await world.work();
    await world.commit(work, 'a', 'a'.repeat(300_000));
    world.room = 10;
    expect((await world.hg(work, 'push', url)).output).toMatch(/HTTP Error 507: over the limit/);
    world.room = 20_000; // what comes is packed
    expect((await world.hg(work, 'push', url)).output).toMatch(/remote: over the limit é|HTTP Error 507/);
    expect(await namesOf(directory)).toEqual([{}, {}, {}]);
  });

  it('may read with nothing but a right to read: by no command of a batch is anything written', async () => {
    const { url, reading, directory } = await world.repository();
    const work = await world.work();
    const id = await world.commit(work, 'a', 'a');
    await world.must(work, 'push', '-q', url);
    expect((await world.hg(work, 'debugpushkey', reading, 'bookmarks', 'x', '', id)).output).toContain('403');
    const body = `cmds=pushkey+namespace%3Dbookmarks%2Ckey%3Dx%2Cold%3D%2Cnew%3D${id}`;
    const batch = await fetch(`${reading}?cmd=batch`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/mercurial-0.1', 'x-hgargs-post': String(body.length) },
    });
    expect(batch.status).toBe(403);
    expect((await namesOf(directory))[2]).toEqual({});
  });

  it('are asked again whether their right lasts, where no name changes', async () => {
    const { url } = await world.repository();
    const work = await world.work();
    await world.commit(work, 'a', 'a');
    await world.must(work, 'push', '-q', url);
    world.refused = 'your role has ended';
    world.instead = () => Promise.resolve({ accepted: false, reasons: [] });
    await world.commit(work, 'a', 'b');
    const refused = await world.hg(work, 'push', url);
    expect(refused.output).toContain('remote: the server could not decide about this push, try again');
  });

  it('see no path of ours and no fault, whatever they ask', async () => {
    const { url, directory } = await world.repository();
    const asked = ['cmd=lookup&key=%FC', 'cmd=heads&x=1', 'cmd=known&nodes=zz', 'cmd=listkeys&namespace=%00'];
    for (const query of [...asked, 'cmd=getbundle&heads=xyz']) {
      const answer = await fetch(`${url}?${query}`);
      const text = await answer.text();
      expect([query, answer.status < 500]).toEqual([query, true]);
      expect(text + answer.statusText).not.toContain(directory);
    }
    for (const query of ['', 'cmd=', 'cmd=file', 'cmd=heads&cmd=unbundle'])
      expect((await fetch(`${url}?${query}`)).status).toBe(404);
  });

  it('find a repository in order that a killed process had left, with a lock of another machine', async () => {
    const { url, directory } = await world.repository();
    const work = await world.work();
    const id = await world.commit(work, 'a', 'a');
    await world.must(work, 'push', '-q', url);
    const store = join(directory, '.hg/store');
    const whole = await readFile(join(store, '00changelog.i'));
    await writeFile(join(store, 'journal'), `00changelog.i\0${whole.length}\n`);
    await writeFile(join(store, '00changelog.i'), Buffer.concat([whole, Buffer.from('torn')]));
    await symlink('another-machine/f00:12', join(store, 'lock'));
    expect(await namesOf(directory)).toEqual([{ default: id }, {}, {}]);
    expect(await readFile(join(store, '00changelog.i'))).toEqual(whole);
    await world.commit(work, 'a', 'b');
    await world.must(work, 'push', '-q', url);
  });

  it('are not touched by what lies in a repository', async () => {
    const { url, directory } = await world.repository();
    const sign = join(world.root, 'planted');
    await writeFile(
      join(directory, '.hg/hgrc'),
      `[hooks]\npretxnopen.x = touch ${sign}\nincoming.x = touch ${sign}\n`,
    );
    const work = await world.work();
    await world.commit(work, 'a', 'a');
    await world.must(work, 'push', '-q', url);
    await expect(readFile(sign)).rejects.toThrow('ENOENT');
  });
});
