import { randomBytes } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { WorkProgress, RemoteSource } from '@holdfast/vcs-spi';
import { reading } from '../awaited-reading.fixture.js';
import { GitWorld, pkt } from '../git-world.fixture.js';
import { advertisement, HostileRemote, asksForRefs } from './hostile-remote.fixture.js';

// git itself.
describe('a repository elsewhere', () => {
  const world = GitWorld.ofSuite();

  const workOf = (signal = new AbortController().signal) => {
    const told: WorkProgress[] = [];
    return {
      told,
      signal,
      tell: (now: WorkProgress) => void told.push(now),
      principal: 'admin',
      metered: false,
    };
  };
  const remotesOf = (directory: string) => world.kind.open(directory).remotes;
  const refs = (directory: string): Promise<string> =>
    world.must(['for-each-ref', '--format=%(refname) %(objectname)'], { cwd: directory });
  const brought = async (directory: string, remote: RemoteSource): Promise<string[]> => {
    const incoming = await remotesOf(directory).fetch(remote, workOf());
    await incoming.publish(reading());
    await incoming.discard();
    return incoming.updates.map(({ ref }) => ref).sort();
  };
  const failure = (directory: string, remote: RemoteSource, work = workOf()): Promise<unknown> =>
    remotesOf(directory)
      .fetch(remote, work)
      .then(
        () => 'it worked',
        ({ code, message }: { code: string; message: string }) => `${code}: ${message}`,
      );

  it('is brought beside the repository, and seen once it is published', async () => {
    const source = await world.seeded(120);
    await world.must(['tag', '-a', '-m', 'one', 'v1', source.tip], { cwd: source.work });
    await world.must(['push', '-q', source.url, 'v1', 'main:trunk', 'main:refs/pulls/1'], {
      cwd: source.work,
    });
    await world.must(['symbolic-ref', 'HEAD', 'refs/heads/trunk'], { cwd: source.directory });
    const { directory } = await world.repository();
    const work = workOf();
    const incoming = await remotesOf(directory).fetch({ url: source.url }, work);
    expect(incoming.updates.map(({ sort, name }) => `${sort} ${name}`).sort()).toEqual([
      'branch main',
      'branch trunk',
      'tag v1',
    ]);
    expect([incoming.refusals, incoming.head]).toEqual([[], 'trunk']);
    expect(await refs(directory)).toBe('');
    expect((await world.git(['cat-file', '-e', source.tip], { cwd: directory })).code).not.toBe(0);
    await incoming.publish(reading());
    await incoming.discard();
    expect(await readdir(directory)).not.toContain('incoming');
    expect(await refs(directory)).toBe(
      (await refs(source.directory))
        .split('\n')
        .filter((line) => !line.includes('pulls'))
        .join('\n'),
    );
    expect(await world.kind.open(directory).head()).toBe('trunk');
    await world.must(['fsck', '--full', '--strict'], { cwd: directory });
    expect(work.told.length).toBeGreaterThan(0);
  });

  it('is followed: what moved, is new or gone there, is so here', async () => {
    const source = await world.seeded(2);
    await world.must(['push', '-q', source.url, 'main:old', 'main:moved'], { cwd: source.work });
    const { directory } = await world.repository();
    await brought(directory, source);
    await world.grow(source.work, 'main', 1);
    await world.must(['push', '-qf', source.url, 'main', ':old', 'main~2:moved', 'main:new'], {
      cwd: source.work,
    });
    const incoming = await remotesOf(directory).fetch(source, workOf());
    const changed = incoming.updates.map(({ ref }) => ref);
    expect(changed.sort()).toEqual(['main', 'moved', 'new', 'old'].map((name) => `refs/heads/${name}`));
    expect(await incoming.forced(changed)).toEqual(new Set(['refs/heads/moved']));
    await incoming.publish(reading());
    await incoming.discard();
    expect(await refs(directory)).toBe(await refs(source.directory));
    expect(await brought(directory, source)).toEqual([]);
  });

  it('gets what is here, and no more', async () => {
    const source = await world.seeded(2);
    await world.must(['push', '-q', source.url, 'main:refs/pulls/1', 'main:b'], { cwd: source.work });
    const target = await world.seeded(1);
    await remotesOf(source.directory).push?.({ url: target.url }, workOf());
    expect(await refs(target.directory)).toBe(
      (await refs(source.directory))
        .split('\n')
        .filter((line) => !line.includes('pulls'))
        .join('\n'),
    );
  });

  it('is left out as a whole while one of its objects is none that a push could bring', async () => {
    const source = await world.repository();
    const blob = await world.must(['hash-object', '-w', '--stdin'], { cwd: source.directory, input: 'x' });
    const input = `100644 blob ${blob}\t.git\n`;
    const tree = await world.must(['mktree'], { cwd: source.directory, input });
    const commit = await world.must(['commit-tree', '-m', 'bad', tree], { cwd: source.directory });
    await world.must(['update-ref', 'refs/heads/main', commit], { cwd: source.directory });
    const { directory } = await world.repository();
    expect(await failure(directory, source)).toMatch(/^remote: git: .*hasDotgit/);
    expect(await refs(directory)).toBe('');
  });

  it('is left out as a whole while a branch has a name that is no text', async () => {
    const source = await world.seeded(1);
    const name = Buffer.from([0x61, 0xff, 0x62]);
    const path = Buffer.concat([Buffer.from(join(source.directory, 'refs/heads/')), name]);
    await writeFile(path, `${source.tip}\n`);
    const { directory } = await world.repository();
    expect(await failure(directory, { url: source.url })).toBe(
      'remote: a branch or tag has a name that is no UTF-8',
    );
    expect(await refs(directory)).toBe('');
  });

  it('leaves nothing where it is stopped, and goes on with what is there where it was cut off', async () => {
    const source = await world.seeded(30);
    const { directory } = await world.repository();
    const first = await remotesOf(directory).fetch(source, workOf());
    expect(first.updates).toHaveLength(1);
    await remotesOf(directory).tidy();
    expect(await readdir(directory)).toContain('incoming');
    await first.discard();
    expect(await readdir(directory)).not.toContain('incoming');
    await HostileRemote.during(
      () => undefined,
      async (remote) => {
        const work = workOf(AbortSignal.timeout(1_000));
        expect(await failure(directory, { url: remote.url }, work)).toBe('unavailable: it was stopped');
      },
    );
    await remotesOf(directory).tidy();
    expect(await brought(directory, source)).toEqual(['refs/heads/main']);
  });

  it('gets its credentials, which no process shows', async () => {
    const { directory } = await world.repository();
    const [username, password] = ['ada:ü', `s3cret"\\${randomBytes(8).toString('hex')}`];
    await HostileRemote.during(
      () => undefined,
      async (remote) => {
        const stop = new AbortController();
        const running = failure(directory, { url: remote.url, username, password }, workOf(stop.signal));
        while (remote.asked.length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
        const basic = Buffer.from(`${username}:${password}`).toString('base64');
        expect(remote.asked[0].authorization).toBe(`Basic ${basic}`);
        const shown = await shownByProcesses();
        expect(shown).toContain('remote-http');
        expect([password, basic].filter((secret) => shown.includes(secret))).toEqual([]);
        stop.abort();
        await running;
      },
    );
    expect(await readdir(join(world.root, 'state/remotes'))).toEqual([]);
  });

  it.each([
    ['refuses credentials', 401, {}, 'remote: the remote refuses the credentials'],
    ['allows nothing', 403, {}, 'remote: the remote does not allow it'],
    ['has nothing', 404, {}, 'remote: there is no repository of git at the remote'],
    [
      'leads elsewhere',
      302,
      { location: 'http://127.0.0.1:1/x' },
      'remote: the remote leads to another address: give that one',
    ],
  ])('tells of a server that %s', async (_what, status, headers, told) => {
    const { directory } = await world.repository();
    await HostileRemote.during(
      (_request, response) => response.writeHead(status, headers).end(),
      async (remote) => {
        expect(await failure(directory, { url: remote.url, username: 'a', password: 'b' })).toBe(told);
      },
    );
  });

  it('ends where it sends more than there is room for', async () => {
    const { directory } = await world.repository();
    world.room = 3 << 20;
    const noise = randomBytes(60_000);
    await HostileRemote.during(
      (request, response) => {
        const service = asksForRefs(request) ? 'advertisement' : 'result';
        response.writeHead(200, { 'content-type': `application/x-git-upload-pack-${service}` });
        if (asksForRefs(request)) return void response.end(advertisement('1'.repeat(40)));
        request.resume();
        response.write(pkt('NAK\n'));
        const head = Buffer.from(`PACK\0\0\0\x02\0\0\0\x01\xbf\xff\xff\xff\xff\x7f\x78\x01`, 'latin1');
        response.write(
          Buffer.concat([Buffer.from(`${(head.length + 5).toString(16).padStart(4, '0')}\x01`), head]),
        );
        // One object without an end, in blocks of deflate that are stored.
        const block = Buffer.concat([Buffer.from([0, 0x60, 0xea, 0x9f, 0x15]), noise]);
        const packet = Buffer.concat([
          Buffer.from(`${(block.length + 5).toString(16).padStart(4, '0')}\x01`),
          block,
        ]);
        const more = (): void => {
          if (response.destroyed) return;
          if (response.write(packet)) setTimeout(more, 1);
          else response.once('drain', more);
        };
        more();
      },
      async (remote) => {
        expect(await failure(directory, { url: remote.url })).toMatch(/^no_room: /);
      },
    );
    await remotesOf(directory).tidy();
    expect(await readdir(directory)).not.toContain('incoming');
  });

  it.each([
    'file:///etc',
    'ext::sh -c id',
    'ssh://a/b',
    'http://a@b/c',
    'http://b/c?d=e',
    '--upload-pack=x',
    '',
  ])('is not at %j', async (url) => {
    const { directory } = await world.repository();
    expect(await failure(directory, { url })).toBe(
      'remote: the address of the remote is none of http or https',
    );
  });
});

/** Arguments and environment of all processes here. */
const shownByProcesses = async (): Promise<string> => {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const texts = ids.flatMap((id) => ['cmdline', 'environ'].map((name) => `/proc/${id}/${name}`));
  return (await Promise.all(texts.map((path) => readFile(path, 'utf8').catch(() => '')))).join('\n');
};
