import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RemoteSource, WorkProgress } from '@holdfast/vcs-spi';
import { describeMercurial, MercurialWorld } from '../mercurial-world.fixture.js';

// Mercurial itself, at both ends.
describeMercurial('a repository of Mercurial elsewhere', () => {
  const world = new MercurialWorld({ networks: ['127.0.0.0/8'], importStep: 20 });
  beforeAll(() => world.start());
  afterAll(async () => {
    await world.stop();
    expect(await world.leftovers()).toEqual([]);
  });
  beforeEach(() => (world.room = undefined));

  const reading = () => ({ owner: { company: 'c', account: 'a' }, deadline: Date.now() + 600_000 });
  const remotesOf = (directory: string) => world.kind.open(directory).remotes;
  const workOf = (signal = new AbortController().signal) => {
    const told: WorkProgress[] = [];
    const tell = (now: WorkProgress) => void told.push(now);
    return { told, signal, tell, principal: 'admin', metered: true };
  };
  const brought = async (directory: string, remote: RemoteSource): Promise<string[]> => {
    const incoming = await remotesOf(directory).fetch(remote, workOf());
    try {
      await incoming.publish(reading());
    } finally {
      await incoming.discard();
    }
    return incoming.updates.map(({ ref }) => ref).sort();
  };
  const failure = (directory: string, remote: RemoteSource, work = workOf()): Promise<unknown> =>
    remotesOf(directory)
      .fetch(remote, work)
      .then(
        () => 'it worked',
        ({ code, message }: { code: string; message: string }) => `${code}: ${message}`,
      );
  const history = (directory: string): Promise<string> =>
    world.must(
      directory,
      'log',
      '-r',
      'all()',
      '-T',
      '{node} {phase} {branch} {bookmarks} {tags % "{tag} "}\n',
    );
  const answering = async (
    listener: RequestListener,
    work: (url: string) => Promise<void>,
  ): Promise<void> => {
    const server = createServer(listener);
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    try {
      await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}/x`);
    } finally {
      server.closeAllConnections();
      server.close();
    }
  };

  it('is brought whole, and seen once it is published; then it is followed', async () => {
    const source = await world.repository();
    const work = await world.work();
    await world.commit(work, 'a', 'one');
    await world.must(work, 'tag', '-u', 'x', 'v1');
    await world.must(work, 'branch', 'stable');
    await world.commit(work, 'b', 'two');
    await world.must(work, 'bookmark', 'besté');
    await world.must(work, 'push', '--new-branch', '-B', 'besté', source.url);
    const target = await world.repository();
    const told = workOf();
    const incoming = await remotesOf(target.directory).fetch({ url: source.reading }, told);
    expect(incoming.updates.map(({ sort, name }) => `${sort} ${name}`)).toEqual([
      ...['branch default', 'branch stable', 'tag v1', 'bookmark besté'],
    ]);
    expect(await history(target.directory)).toBe('');
    await incoming.publish(reading());
    await incoming.discard();
    expect(await history(target.directory)).toBe(await history(source.directory));
    expect(await readdir(target.directory)).toEqual(['.hg']);
    expect(told.told.at(-1)?.percent).toBe(95);
    await world.must(target.directory, 'verify', '-q');

    await world.commit(work, 'b', 'three');
    await world.must(work, 'bookmark', '-d', 'besté');
    await world.must(work, 'push', source.url);
    await world.must(source.directory, 'bookmark', '-d', 'besté');
    expect(await brought(target.directory, { url: source.url })).toEqual([
      ...['refs/bookmarks/besté', 'refs/heads/stable'],
    ]);
    expect(await history(target.directory)).toBe(await history(source.directory));
    expect(await brought(target.directory, { url: source.url })).toEqual([]);
  });

  // A bookmark of such a name is refused in a push. Imports failed by it, and a mirror stopped for good.
  it('is brought without bookmarks of which Mercurial makes none, and says so', async () => {
    const source = await world.repository();
    const tip = await world.grow(source.directory, 'default', 1).then(() => history(source.directory));
    const id = tip.slice(0, 40);
    await writeFile(join(source.directory, '.hg/bookmarks'), `${id} 2023\n${id} a:b\n${id} good\n`);
    const { directory } = await world.repository();
    const incoming = await remotesOf(directory).fetch({ url: source.url }, workOf());
    expect(incoming.note).toBe('2 bookmarks have names of which hg bookmark makes none');
    expect(incoming.updates.map(({ sort, name }) => `${sort} ${name}`)).toEqual([
      ...['branch default', 'bookmark good'],
    ]);
    await incoming.publish(reading());
    await incoming.discard();
    expect(await brought(directory, { url: source.url })).toEqual([]);
  });

  it('comes in parts, and leaves nothing of it where it is not published or has no room', async () => {
    const source = await world.repository();
    await world.grow(source.directory, 'default', 45);
    const target = await world.repository();
    const stop = new AbortController();
    const work = workOf(stop.signal);
    const tell = work.tell;
    work.tell = (now) => {
      tell(now);
      if (now.doing === 'changesets arrive') stop.abort();
    };
    expect(await failure(target.directory, { url: source.url }, work)).toBe('unavailable: it was stopped');
    const kept = await readdir(join(target.directory, 'incoming'));
    expect(kept.length).toBeGreaterThan(0);
    const incoming = await remotesOf(target.directory)
      .fetch({ url: source.url }, workOf())
      .catch((error: Error) => {
        // The source is an engine of this world, too.
        throw new Error(`${error.message}; ${world.engine.complaints}`);
      });
    expect(await readdir(join(target.directory, 'incoming'))).toEqual(expect.arrayContaining(kept));
    expect(incoming.updates).toHaveLength(1);
    await incoming.discard();
    expect(await history(target.directory)).toBe('');
    expect(await readdir(target.directory)).toEqual(['.hg']);
    world.room = 1_000;
    expect(await failure(target.directory, { url: source.url })).toBe('no_room: over the limit é');
    expect(await readdir(target.directory)).toEqual(['.hg']);
    await world.must(target.directory, 'verify', '-q');
  });

  it.each([
    ['refuses credentials', 401, 'remote: the remote refuses the credentials'],
    ['leads elsewhere', 302, 'remote: the remote leads to another address: give that one'],
    ['is none', 200, 'remote: there is no repository of Mercurial at the remote'],
  ])('tells of a server that %s', async (_what, status, told) => {
    const { directory } = await world.repository();
    await answering(
      (_request, response) =>
        response
          .writeHead(status, { location: 'http://127.0.0.1:1/x', 'www-authenticate': 'Basic realm="x"' })
          .end(),
      async (url) => {
        expect(await failure(directory, { url, username: 'a', password: 'b' })).toBe(told);
      },
    );
  });

  it('is not taken where one of its files has a name that no working copy can have', async () => {
    const source = await world.repository();
    await world.grow(source.directory, 'default', 1);
    const script = [
      'from mercurial import context, hg, ui',
      'repo = hg.repository(ui.ui.load(), b".")',
      'file = lambda repo, ctx, path: context.memfilectx(repo, ctx, path, b"x")',
      'parents = (repo[b"tip"].node(), repo.nullid)',
      'context.memctx(repo, parents, b"bad", [b".hg/hgrc"], file, user=b"x").commit()',
    ];
    await writeFile(join(world.root, 'bad.py'), script.join('\n'));
    const made = await world.python(source.directory, [join(world.root, 'bad.py')]);
    expect(made).toEqual({ code: 0, output: '' });
    const { directory } = await world.repository();
    expect(await failure(directory, { url: source.url })).toMatch(
      /^remote: .*a name that no working copy can have/,
    );
    expect(await history(directory)).toBe('');
  });
});
