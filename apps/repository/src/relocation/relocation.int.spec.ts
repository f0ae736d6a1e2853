import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BytePeers, loopbackPeers } from '@holdfast/platform/byte-ports';
import { brokenDisk, WatchedDisk } from '@holdfast/vcs-spi/conformance';
import { Arrival } from './arrival.js';
import { isPathBelow } from './copy-frames.js';
import { Departure } from './departure.js';

describe('a repository on its way to another node', () => {
  let root: string;
  let server: Server;
  let address: string;
  /** What the disk there still takes (bytes). */
  let free: number;
  let over: Promise<void>;
  /** What happens there when bytes come. */
  let meanwhile: () => Promise<void>;

  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'relocation-'));
    free = Infinity;
    meanwhile = () => Promise.resolve();
    await fill('here', { HEAD: 'main', 'objects/pack/one': 'a'.repeat(300_000), 'refs/heads/a': '1' });
    await mkdir(join(root, 'here/empty'));
    server = createServer((incoming, response) => {
      const grant = {
        exchange: { method: 'POST', path: '/', headers: {} },
        repository: 'r',
        arrival: { name: 'n', directory: join(root, 'there/r.git'), kind: 'git' },
      };
      const disk = { take: (bytes: number) => meanwhile().then(() => (free -= bytes) >= 0) };
      const summary = (_: string, directory: string) => readFile(join(directory, 'HEAD'), 'utf8');
      incoming.on('error', () => undefined);
      over = Arrival.exchange(grant, { disk, summary }, incoming, response);
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterEach(async () => {
    server.closeAllConnections();
    server.close();
    await rm(root, { recursive: true });
  });

  const fill = async (name: string, files: Record<string, string>) => {
    for (const [path, text] of Object.entries(files)) {
      await mkdir(join(root, name, path, '..'), { recursive: true });
      await writeFile(join(root, name, path), text);
    }
  };
  /** Everything in a directory and below it. */
  const content = async (name: string) => {
    const found: Record<string, string> = {};
    for (const each of await readdir(join(root, name), { recursive: true, withFileTypes: true })) {
      const path = join(each.parentPath, each.name).slice(join(root, name).length + 1);
      found[path] = each.isFile() ? await readFile(join(root, name, path), 'latin1') : '';
    }
    return found;
  };
  const depart = (peers = loopbackPeers) =>
    new Departure(
      join(root, 'here'),
      { address, ticket: 't', path: '/' },
      new BytePeers(peers),
      /^objects\//,
    );
  /** Until a round carries nothing: files that were just written are carried twice. */
  const settle = async (departure: Departure): Promise<number> => {
    for (let rounds = 1; ; rounds += 1) if ((await departure.round()).entries === 0) return rounds;
  };

  it('is not sent where this node does not connect to', async () => {
    expect(() => depart(['127.0.0.2:*'])).toThrow(`${address}: HOLDFAST_BYTES_PEERS does not allow it`);
    const connections = await new Promise((done) => server.getConnections((_, count) => done(count)));
    expect(connections).toBe(0);
  });

  it('is there as it is here, whatever changes while it is copied', async () => {
    const departure = depart();
    expect(await departure.round()).toMatchObject({ entries: 8, bytes: 300_005 });
    await rm(join(root, 'here/refs/heads/a'));
    await fill('here', { 'refs/heads/a/b': '2', 'objects/pack/two': 'b', HEAD: 'next' });
    await rm(join(root, 'here/empty'), { recursive: true });
    await symlink('/etc/passwd', join(root, 'here/lock'));
    await settle(departure);
    await expect(readdir(join(root, 'there/r.git'))).rejects.toThrow('ENOENT');
    expect(await departure.place()).toBe('next');
    await rm(join(root, 'here/lock'));
    expect(await content('there/r.git')).toEqual(await content('here'));
    departure.end();
    await over;
    expect(await readdir(join(root, 'there'))).toEqual(['r.git']);
  });

  it('does not look again at what never changes, and says what it carries', async () => {
    const departure = depart();
    await settle(departure);
    await fill('here', { 'objects/pack/one': 'changed all the same', HEAD: 'next' });
    expect((await departure.round()).entries).toBe(1);
    departure.end();
  });

  it('leaves nothing there when it is broken off, or does not fit', async () => {
    const departure = depart();
    await departure.round();
    departure.end();
    await over;
    await expect(departure.round()).rejects.toThrow('the other node has ended the copy');
    expect(await readdir(join(root, 'there'))).toEqual([]);
    free = 1_000;
    await expect(depart().round()).rejects.toThrow(/disk there is full|ended|EPIPE|hang up|ECONNRESET/);
    await over;
    expect(await readdir(join(root, 'there'))).toEqual([]);
  });

  it('takes the place of nothing', async () => {
    await fill('there/r.git', { HEAD: 'older' });
    const departure = depart();
    await departure.round();
    await expect(departure.place()).rejects.toThrow('earlier copy');
    departure.end();
    await over;
    expect(await content('there')).toEqual({ 'r.git': '', 'r.git/HEAD': 'older' });
  });

  const raw = (text: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const sending = request(address, { method: 'POST' }, (response) => {
        let said = '';
        response.on('data', (piece: Buffer) => (said += piece.toString()));
        response.on('end', () => resolve(said));
      });
      sending.on('error', reject).end(text);
    });

  // It was said to be there, and the other node might have removed what it had.
  it('is not said to be there where a directory cannot be brought to the disk', async () => {
    meanwhile = async () => {
      const [staging] = await readdir(join(root, 'there'));
      const path = join(root, 'there', staging, 'refs');
      await rm(path, { recursive: true });
      await symlink('refs', path);
    };
    const file = '{"file":"HEAD","size":1,"mode":420}\nx{"sum":2363233923}\n';
    expect(await raw(`{"directory":"refs"}\n${file}{"place":true}\n`)).toContain('"problem"');
    expect(await readdir(join(root, 'there'))).toEqual([]);
  });

  it('is on the disk, each file, its directory and its name, before it is said to be there', async () => {
    const disk = await WatchedDisk.of(root);
    const file = '{"file":"HEAD","size":1,"mode":420}\nx{"sum":2363233923}\n';
    const copy = `{"directory":"refs"}\n${file}{"place":true}\n`;
    try {
      expect(await raw(copy)).toBe('{"summary":"x"}\n');
      const named = disk.brought.map((what) => what.replace(/\.r\.git\.[0-9a-f]+\.new/, 'new'));
      expect([...new Set(named)]).toEqual([
        ...['sync there/new/HEAD', 'sync there/new', 'sync there/new/refs'],
        'sync there',
      ]);
      await rm(join(root, 'there/r.git'), { recursive: true });
      disk.brought.splice(0);
      expect(await raw(copy.replace('{"place":true}', '{"round":1}'))).toBe('{"round":1}\n');
      expect(disk.brought).toHaveLength(3);
      disk.before = (what) => what.endsWith('/HEAD') && brokenDisk();
      expect(await raw(copy)).toBe('{"problem":"EIO: i/o error"}\n');
      expect(await readdir(join(root, 'there'))).toEqual([]);
    } finally {
      disk.end();
    }
  });

  it.each([
    ['{"file":"../x","size":1,"mode":420}\nx{"sum":0}\n', 'a path leads elsewhere'],
    ['{"directory":"/etc"}\n', 'a path leads elsewhere'],
    ['{"gone":"a/../../here"}\n', 'a path leads elsewhere'],
    ['{"file":"a","size":1,"mode":420}\nx{"sum":1}\n', 'a file came to harm on its way'],
    ['{"file":"a","size":5,"mode":420}\nx', 'bytes broke off'],
    ['{"nonsense":1}\n', 'nobody knows such a frame'],
    [`{"directory":"${'a'.repeat(70_000)}`, 'a line is too long'],
  ])('is refused where it says %.40s', async (text, problem) => {
    expect(JSON.parse(await raw(text))).toEqual({ problem });
    expect(await readdir(join(root, 'there'))).toEqual([]);
    expect(Object.keys(await content('here'))).toContain('HEAD');
  });

  it('has paths of its own only', () => {
    expect(['a', 'a/b', '.hg/store', 'a..b'].filter(isPathBelow)).toHaveLength(4);
    expect(['', '/', '/a', 'a/', 'a//b', '.', 'a/..', 'a\0', 'x'.repeat(4_097)].filter(isPathBelow)).toEqual(
      [],
    );
  });
});
