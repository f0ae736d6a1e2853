import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PushRoom } from '@holdfast/vcs-spi/engine';
import type { AskedObject } from '../lfs/lfs-batch.js';
import { foundPointers } from './found-pointers.fixture.js';
import { IncomingFiles } from './incoming-files.js';

// Only twenty failures in a row ended it: a remote that had nineteen files asked of somebody else, then one of itself,
// and so on, made us ask that other server hundreds of thousands of times, by headers that the remote had chosen.
describe('large files that somebody else is said to have', () => {
  const { signal } = new AbortController();
  const oidOf = (text: string): string => createHash('sha256').update(text).digest('hex');
  const objects = Array.from({ length: 600 }, (_, at): AskedObject => ({ oid: oidOf(`${at}`), size: 1 }));
  const own = { oid: oidOf('x'), size: 1 };
  const mixed = objects.flatMap((each, at) => (at % 19 === 18 ? [each, own] : [each]));
  let directory: string;
  let server: Server;
  let url: string;
  const asked = { others: 0, own: 0 };

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'scattered-'));
    server = createServer((request, response) => {
      if (request.method === 'GET') {
        const isOwn = request.url === `/${own.oid}`;
        asked[isOwn ? 'own' : 'others'] += 1;
        return void response.writeHead(isOwn ? 200 : 404).end('x');
      }
      let body = '';
      request.setEncoding('utf8').on('data', (text: string) => (body += text));
      request.on('end', () => {
        const wanted = (JSON.parse(body) as { objects: AskedObject[] }).objects;
        const told = wanted.map(({ oid }) => ({ oid, actions: { download: { href: `${url}/${oid}` } } }));
        response.end(JSON.stringify({ objects: told }));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    server.closeAllConnections();
    server.close();
    await rm(directory, { recursive: true });
  });

  it('are asked for two hundred times at most, whatever comes between', async () => {
    const disk = {
      take: () => Promise.resolve(true),
      hold: () => Promise.resolve(() => undefined),
      level: () => Promise.resolve('enough' as const),
    };
    const room = new PushRoom({ directory, principal: 'p' }, { disk });
    const remote = { url: `${url}/core` };
    const place = join(directory, 'incoming');
    await mkdir(place);
    const task = { directory, place, remote, networks: ['127.0.0.0/8'], most: 1, room, before: 0 };
    const files = new IncomingFiles(task);
    await files.bring(foundPointers(mixed.slice(0, 300), mixed.slice(300)), {
      signal,
      tell: () => undefined,
    });
    expect(asked).toEqual({ others: 200, own: 1 });
    expect(files.missing).toBeGreaterThanOrEqual(objects.length);
  });
});
