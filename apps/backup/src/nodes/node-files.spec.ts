import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ByteTls } from '@holdfast/platform/byte-ports';
import { TooManyFiles } from '@holdfast/platform/files';
import { ByteAuthority } from '@holdfast/platform/testing';
import { draftOf, LocalNode } from './local-node.js';
import { NodeAway, type NodeFiles } from './node-files.js';
import { nodeServer, type NodeServing } from './node-server.js';
import { RemoteNode } from './remote-node.js';

const at = 'ab/cd/0b6f.git';
const token = () => 'a token of this spec';
const never = (error: unknown): void => {
  throw error;
};
const told = (): void => undefined;

let data: string;
const open: { close(): unknown }[] = [];
beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), 'node-'));
  await mkdir(join(data, at, 'refs/empty'), { recursive: true });
  await writeFile(join(data, at, 'HEAD'), 'ref: refs/heads/main', { mode: 0o640 });
});
afterEach(async () => {
  for (const each of open.splice(0).reverse()) each.close();
  await rm(data, { recursive: true });
});

const served = async (serving: Partial<NodeServing> = {}): Promise<Server & { origin: string }> => {
  const all = { node: new LocalNode(data), token, writable: true, fault: never, ...serving };
  const server = nodeServer(all);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  open.push({ close: () => server.close() && server.closeAllConnections() });
  const { port } = server.address() as AddressInfo;
  return Object.assign(server, { origin: `${serving.tls ? 'https' : 'http'}://127.0.0.1:${port}` });
};
const asked = (origin: string, access: Partial<ConstructorParameters<typeof RemoteNode>[1]> = {}) => {
  const node = new RemoteNode(origin, { token, ...access });
  open.push(node);
  return node;
};
const remote = async (serving: Partial<NodeServing> = {}) => asked((await served(serving)).origin);
const tlsOf = () => new ByteTls(new ByteAuthority().issue('IP:127.0.0.1'), never);

const contentOf = async (node: NodeFiles, path: string): Promise<Buffer | undefined> => {
  const file = await node.open(at, path);
  if (!file) return undefined;
  const parts: Buffer[] = [];
  for await (const part of file.bytes) parts.push(Buffer.from(part));
  await file.close();
  return Buffer.concat(parts);
};

async function* of(...parts: (string | Buffer)[]): AsyncGenerator<Buffer> {
  for (const part of parts) yield await Promise.resolve(Buffer.from(part));
}

describe.each(['here', 'elsewhere', 'elsewhere by TLS'])('a storage node that is %s', (where) => {
  let node: NodeFiles;
  beforeEach(async () => {
    if (where === 'here') node = new LocalNode(data);
    else if (where === 'elsewhere') node = await remote();
    else {
      const tls = tlsOf();
      node = asked((await served({ tls })).origin, { tls });
    }
  });

  it('says what lies there', async () => {
    expect([await node.has(at), await node.has('intents')]).toEqual([true, false]);
    await mkdir(join(data, at, 'incoming'));
    const { directories, files } = await node.list(at, { without: /^incoming$/ });
    expect(directories.sort()).toEqual(['refs', 'refs/empty']);
    expect([...files]).toEqual([['HEAD', { size: 20, mark: expect.any(String) as string }]]);
    await expect(node.list(at, { most: 1 })).rejects.toThrow(new TooManyFiles(1));
    expect((await node.list('intents', {})).files.size).toBe(0);
  });

  it('gives files, however large, and nothing to which a link leads', async () => {
    const large = Buffer.from(Array.from({ length: 3_000_000 }, (_, index) => index % 251));
    await writeFile(join(data, at, 'large'), large);
    await writeFile(join(data, 'private'), 'private');
    await symlink(join(data, 'private'), join(data, at, 'link'));
    expect((await contentOf(node, 'HEAD'))?.toString()).toBe('ref: refs/heads/main');
    expect((await contentOf(node, 'large'))?.equals(large)).toBe(true);
    expect([await contentOf(node, 'gone'), await contentOf(node, 'link')]).toEqual([undefined, undefined]);
    const file = await node.open(at, 'HEAD');
    expect(file).toMatchObject({ mode: 0o640, size: 20 });
    await file?.close();
  });

  it('gives nothing of a directory to which a link leads', async () => {
    await rename(join(data, 'ab/cd'), join(data, 'shard'));
    await symlink(join(data, 'shard'), join(data, 'ab/cd'));
    await mkdir(join(data, 'ab/ce'));
    await symlink(join(data, 'shard/0b6f.git'), join(data, 'ab/ce/0b6f.git'));
    for (const place of [at, 'ab/ce/0b6f.git']) {
      await expect(node.list(place, {})).rejects.toMatchObject({ code: 'ENOTDIR' });
      expect(await node.open(place, 'HEAD')).toBeUndefined();
    }
  });

  it('takes a directory as a whole', async () => {
    expect(await node.isWritable()).toBe(true);
    const to = 'ab/ce/0b70.git';
    await node.begin(to);
    await node.makeDirectory(to, 'a');
    await node.write(to, { path: 'a/file', mode: 0o440 }, of('one', Buffer.alloc(2_000_000, 'x')));
    expect(await node.has(to)).toBe(false);
    await node.place(to);
    const written = await readFile(join(data, to, 'a/file'));
    expect(written.equals(Buffer.concat([Buffer.from('one'), Buffer.alloc(2_000_000, 'x')]))).toBe(true);
    expect((await stat(join(data, to, 'a/file'))).mode & 0o777).toBe(0o440);
    await node.begin(to);
    await node.makeDirectory(to, 'b');
    await expect(node.place(to)).rejects.toMatchObject({ code: 'ENOTEMPTY' });
    await node.discard(to);
    expect(await readdir(join(data, 'ab/ce'))).toEqual(['0b70.git']);
    await node.move(to, 'ab/ce/.0b70.git.replaced');
    await node.remove('ab/ce/.0b70.git.replaced');
    expect(await readdir(join(data, 'ab/ce'))).toEqual([]);
  });

  it('says what went wrong, and leaves nothing of what broke off', async () => {
    await node.begin(at);
    const long = { path: 'x'.repeat(300), mode: 0o600 };
    await expect(node.write(at, long, of('x'))).rejects.toMatchObject({ code: 'ENAMETOOLONG' });
    for (const path of ['../HEAD', 'a//b', './x'])
      await expect(node.write(at, { path, mode: 0o600 }, of('x'))).rejects.toThrow('leads elsewhere');
    const unreadable = async function* () {
      yield* of('first');
      throw new Error('of the vault');
    };
    await expect(node.write(at, { path: 'half', mode: 0o600 }, unreadable())).rejects.toThrow('of the vault');
    await expect(node.makeDirectory('ab/cd/other.git', 'x')).rejects.toThrow();
    await node.discard(at);
    expect(await readdir(join(data, 'ab/cd'))).toEqual(['0b6f.git']);
    expect(await readFile(join(data, at, 'HEAD'), 'utf8')).toBe('ref: refs/heads/main');
  });
});

describe('the reader of a storage node', () => {
  it('says nothing to who does not show its token', async () => {
    const { origin } = await served();
    const stranger = asked(origin, { token: () => 'another' });
    await expect(stranger.has(at)).rejects.toThrow('who asks?');
    expect((await fetch(`${origin}/list?at=${at}`, { method: 'POST' })).status).toBe(401);
    expect((await fetch(`${origin}/isWritable`)).status).toBe(401);
  });

  it('speaks with nobody who has no certificate of its authority', async () => {
    const { origin } = await served({ tls: tlsOf() });
    await expect(asked(origin, { tls: tlsOf() }).has(at)).rejects.toThrow(NodeAway);
  });

  it('changes nothing where it only reads', async () => {
    const node = await remote({ writable: false });
    expect(await node.isWritable()).toBe(false);
    for (const work of [
      () => node.begin(at),
      () => node.remove(at),
      () => node.move(at, 'ab/cd/.0b6f.git.replaced'),
      () => node.write(at, { path: 'x', mode: 0o600 }, of('x')),
      () => node.place(at),
    ])
      await expect(work()).rejects.toThrow('this is not done here');
    expect(await readdir(join(data, 'ab/cd'))).toEqual(['0b6f.git']);
    expect((await contentOf(node, 'HEAD'))?.toString()).toBe('ref: refs/heads/main');
  });

  it.each(['', '..', '../x', 'ab', 'ab/cd', 'ab/../cd.git', 'remote-keys', '/etc', 'ab/cd/..', 'ab/cd/a/b'])(
    'knows nothing but the places of a node: %p',
    async (place) => {
      const node = await remote();
      await expect(node.has(place)).rejects.toThrow('nothing of a storage node lies there');
      await expect(node.move(at, place)).rejects.toThrow('nothing of a storage node lies there');
    },
  );

  it('leads nobody out of a directory by a path', async () => {
    await writeFile(join(data, 'remote-keys'), 'secret');
    const node = await remote();
    expect(await contentOf(node, '../../../remote-keys')).toBeUndefined();
  });

  it('says of a file that it cannot be read whole', async () => {
    const local = new LocalNode(data);
    const bad = async function* () {
      yield* of('first');
      throw Object.assign(new Error('a bad place'), { code: 'EIO' });
    };
    const node = Object.assign(Object.create(local) as LocalNode, {
      open: () =>
        Promise.resolve({ mode: 0o600, size: 9, mark: '', bytes: bad(), close: () => Promise.resolve() }),
    });
    await expect(contentOf(await remote({ node }), 'HEAD')).rejects.toMatchObject({ code: 'EIO' });
  });

  it('is away where nobody answers, and where an answer breaks off', async () => {
    const server = await served({ fault: told });
    const node = asked(server.origin);
    expect(await node.has(at)).toBe(true);
    await writeFile(join(data, at, 'large'), Buffer.alloc(20_000_000));
    const file = await node.open(at, 'large');
    server.closeAllConnections();
    await expect(
      (async () => {
        for await (const part of file?.bytes ?? []) void part;
      })(),
    ).rejects.toThrow(NodeAway);
    await new Promise((closed) => server.close(closed));
    await expect(node.has(at)).rejects.toThrow(/127\.0\.0\.1:\d+ does not answer: .*ECONNREFUSED/);
  });

  it('is away where a connection does not come about', async () => {
    const silent = createServer();
    await new Promise<void>((listening) => silent.listen(0, '127.0.0.1', listening));
    open.push(silent);
    const { port } = silent.address() as AddressInfo;
    const node = asked(`https://127.0.0.1:${port}`, { tls: tlsOf(), connectPatience: 200 });
    await expect(node.has(at)).rejects.toThrow('does not answer: no connection comes about');
  });

  it('keeps no connection for who says nothing, nor any number of them', async () => {
    const { headersTimeout, keepAliveTimeout, maxConnections } = await served();
    expect({ headersTimeout, keepAliveTimeout, maxConnections }).toEqual({
      ...{ headersTimeout: 20_000, keepAliveTimeout: 600_000, maxConnections: 100 },
    });
  });

  it('has nothing left of what was being sent when the connection broke', async () => {
    const server = await served({ fault: told });
    const node = asked(server.origin);
    await node.begin(at);
    const breaking = async function* () {
      yield* of(Buffer.alloc(100_000));
      server.closeAllConnections();
      await new Promise(() => undefined);
    };
    await expect(node.write(at, { path: 'x', mode: 0o600 }, breaking())).rejects.toThrow(NodeAway);
    await asked(server.origin).discard(at);
    expect(await readdir(join(data, 'ab/cd'))).toEqual(['0b6f.git']);
    expect(draftOf('/a/b')).toBe('/a/~');
  });
});
