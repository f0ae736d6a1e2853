import { readdir } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { RemoteSource, WorkProgress } from '@holdfast/vcs-spi';
import { describeSubversion, SubversionWorld } from '../subversion-world.fixture.js';

// Subversion itself, at both ends.
describeSubversion('a repository of Subversion elsewhere', () => {
  const world = SubversionWorld.ofSuite();
  beforeEach(() => (world.room = Infinity));

  const reading = () => ({ owner: { company: 'c', account: 'a' }, deadline: Date.now() + 600_000 });
  const login = { username: 'developer', password: 'x' };
  const remotesOf = (directory: string) => world.kind.open(directory).remotes;
  const workOf = (signal = new AbortController().signal) => {
    const told: WorkProgress[] = [];
    const tell = (now: WorkProgress) => void told.push(now);
    return { told, signal, tell, principal: 'admin', metered: false };
  };
  const failure = (directory: string, remote: RemoteSource, work = workOf()): Promise<unknown> =>
    remotesOf(directory)
      .fetch(remote, work)
      .then(
        () => 'it worked',
        ({ code, message }: { code: string; message: string }) => `${code}: ${message}`,
      );
  /** All that a dump has, but for the identity of the copy. */
  const history = async (directory: string): Promise<string> =>
    world.must('svnadmin', ['dump', '-q', directory]);
  const brought = async (directory: string, remote: RemoteSource) => {
    const incoming = await remotesOf(directory).fetch(remote, workOf());
    await incoming.publish(reading());
    await incoming.discard();
    return incoming.updates;
  };
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

  it('has its identity at once for who has read the empty one', async () => {
    const source = await world.repository(false);
    await world.commit(source.directory, 'trunk', 2);
    const target = await world.repository(false);
    const uuidOf = async (url: string): Promise<string> =>
      (await world.as('reader', ['info', '--show-item', 'repos-uuid', url])).stdout.trim();
    const before = await uuidOf(target.url);
    await brought(target.directory, { url: source.url, ...login });
    const after = await Promise.all(Array.from({ length: 4 }, () => uuidOf(target.url)));
    const right = await uuidOf(source.url);
    expect([before === right, ...after]).toEqual([false, right, right, right, right]);
  });

  it('is brought whole, and seen once it is published; then it is followed', async () => {
    const source = await world.repository(false);
    await world.commit(source.directory, 'trunk', 3);
    await world.commit(source.directory, 'next', 2);
    const target = await world.repository(false);
    const work = workOf();
    const incoming = await remotesOf(target.directory).fetch({ url: source.url, ...login }, work);
    expect(incoming.updates).toEqual([{ ref: 'HEAD', sort: 'other', name: 'HEAD', new: '5' }]);
    const repository = world.kind.open(target.directory);
    expect([await repository.newest(), (await repository.branches.snapshot()).size]).toEqual([undefined, 0]);
    await incoming.publish(reading());
    await incoming.discard();
    expect(await readdir(target.directory)).not.toContain('incoming');
    expect(await history(target.directory)).toBe(await history(source.directory));
    const names = async (directory: string) => [
      ...(await world.kind.open(directory).branches.snapshot()).names,
    ];
    expect(await names(target.directory)).toEqual(await names(source.directory));
    expect(work.told.map(({ doing }) => doing)).toContain('revision 5 of 5');
    await world.must('svnadmin', ['verify', '-q', target.directory]);

    await world.commit(source.directory, 'trunk', 1);
    const read = await world.as('reader', ['log', '-q', target.url]);
    expect(read.stdout).toContain('r5 ');
    expect(await brought(target.directory, { url: source.url, ...login })).toEqual([
      { ref: 'HEAD', sort: 'other', name: 'HEAD', old: '5', new: '6' },
    ]);
    expect(await history(target.directory)).toBe(await history(source.directory));
    expect(await brought(target.directory, { url: source.url, ...login })).toEqual([]);
    const committed = await world.as('developer', ['mkdir', '-m', 'here', `${target.url}/here`]);
    expect(committed.code).toBe(0);
    expect(await failure(target.directory, { url: source.url, ...login })).toBe(
      'remote: the remote has fewer revisions than are here',
    );
    // It has as many as are here by now, and then more: these are not of what is here.
    for (const each of [1, 2]) {
      await world.commit(source.directory, 'trunk', each);
      expect(await failure(target.directory, { url: source.url, ...login })).toBe(
        'remote: revision 7 of the remote is another one than here',
      );
    }
    const other = await world.repository(false);
    expect(await failure(target.directory, { url: other.url, ...login })).toBe(
      'remote: the remote is another repository than this one',
    );
    expect(await failure(other.directory, { url: `${source.url}/branches/next`, ...login })).toBe(
      'remote: the repository begins above this address: give that of its root',
    );
  });

  it('goes on behind the revisions that were loaded, and leaves nothing where it has no room', async () => {
    const source = await world.repository(false);
    await world.commit(source.directory, 'trunk', 12);
    const target = await world.repository(false);
    const stop = new AbortController();
    const work = workOf(stop.signal);
    const tell = work.tell;
    work.tell = (now) => {
      tell(now);
      if (now.doing.startsWith('revision 4')) stop.abort();
    };
    expect(await failure(target.directory, { url: source.url, ...login }, work)).toBe(
      'unavailable: it was stopped',
    );
    expect(await readdir(target.directory)).toContain('incoming');
    const again = workOf();
    const incoming = await remotesOf(target.directory).fetch({ url: source.url, ...login }, again);
    expect(again.told.map(({ doing }) => doing)).not.toContain('revision 1 of 12');
    await incoming.discard();
    expect(await readdir(target.directory)).not.toContain('incoming');
    world.room = 100;
    expect(await failure(target.directory, { url: source.url, ...login })).toMatch(/^no_room: /);
    expect(await readdir(target.directory)).not.toContain('incoming');
    expect(await world.kind.open(target.directory).newest()).toBeUndefined();
  });

  it.each([
    ['refuses credentials', 401, 'remote: the remote refuses the credentials'],
    ['allows nothing', 403, 'remote: the remote does not allow it'],
    ['has nothing', 404, 'remote: there is no repository of Subversion at the remote'],
    ['leads elsewhere', 302, 'remote: the remote leads to another address: give that one'],
    ['is none', 200, 'remote: there is no repository of Subversion at the remote'],
  ])('tells of a server that %s', async (_what, status, told) => {
    const { directory } = await world.repository(false);
    await answering(
      (_request, response) =>
        response
          .writeHead(status, { location: 'http://127.0.0.1:1/x', 'www-authenticate': 'Basic realm="x"' })
          .end(),
      async (url) => {
        expect(await failure(directory, { url, ...login })).toBe(told);
      },
    );
  });
});
