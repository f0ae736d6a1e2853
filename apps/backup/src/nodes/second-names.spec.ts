import { link, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LocalNode } from './local-node.js';
import type { NodeFiles } from './node-files.js';
import { nodeServer } from './node-server.js';
import { RemoteNode } from './remote-node.js';

const [source, at] = ['ab/cd/source.git', 'ab/ce/fork.git'];
const token = () => 'a token of this spec';

describe.each(['here', 'elsewhere'])('a file with several names on a storage node that is %s', (where) => {
  let data: string;
  let node: NodeFiles;
  let end: () => void = () => undefined;
  beforeEach(async () => {
    data = await mkdtemp(join(tmpdir(), 'names-'));
    await mkdir(join(data, source), { recursive: true });
    await writeFile(join(data, source, 'pack'), 'content');
    node = new LocalNode(data);
    if (where === 'here') return;
    const fault = (error: unknown): never => {
      throw error;
    };
    const server = nodeServer({ node, token, writable: true, fault });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const { port } = server.address() as AddressInfo;
    node = new RemoteNode(`http://127.0.0.1:${port}`, { token });
    end = () => {
      node.close();
      server.close();
      server.closeAllConnections();
    };
  });
  afterEach(async () => {
    end();
    await rm(data, { recursive: true });
  });

  it('is listed as one', async () => {
    await writeFile(join(data, source, 'HEAD'), 'ref');
    await link(join(data, source, 'pack'), join(data, 'other'));
    const { files } = await node.list(source, {});
    expect([files.get('pack')?.shared, files.get('HEAD')?.shared]).toEqual([true, undefined]);
  });

  it('is given to what was begun, where it can be', async () => {
    await node.begin(at);
    expect(await node.link(at, 'pack', { at: source, path: 'pack' })).toBe(true);
    expect(await node.link(at, 'index', { at: source, path: 'index' })).toBe(false);
    for (const [path, fromPath] of [
      ['../pack', 'pack'],
      ['pack', '../pack'],
    ])
      await expect(node.link(at, path, { at: source, path: fromPath })).rejects.toThrow('leads elsewhere');
    await node.place(at);
    expect(await readdir(join(data, at))).toEqual(['pack']);
    const inodeOf = async (place: string) => (await stat(join(data, place, 'pack'))).ino;
    expect(await inodeOf(at)).toBe(await inodeOf(source));
  });
});

describe('a reader that knows no second names', () => {
  it('has given none', async () => {
    const server = createServer((request, response) => {
      request.resume();
      response
        .writeHead(403, { connection: 'close' })
        .end(JSON.stringify({ message: 'this is not done here' }));
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const { port } = server.address() as AddressInfo;
    const node = new RemoteNode(`http://127.0.0.1:${port}`, { token });
    expect(await node.link(at, 'pack', { at: source, path: 'pack' })).toBe(false);
    await expect(node.begin(at)).rejects.toThrow('this is not done here');
    node.close();
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  });
});
