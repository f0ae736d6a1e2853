import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { LfsSource } from './lfs-source.js';

const oidOf = (at: number): string => String(at).padStart(64, '0');

// A remote named another host and port for each of its files, and the service connected to all of them.
describe('the large files of a remote', () => {
  let server: Server;
  beforeAll(async () => {
    server = createServer((_request, response) => {
      const objects = Array.from({ length: 20 }, (_, at) => ({
        oid: oidOf(at),
        size: 1,
        actions: { download: { href: `https://h${Math.floor(at / 3)}.example.org/${at}` } },
      }));
      response.end(JSON.stringify({ objects }));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  it('lie at four places at most, and what lies elsewhere cannot be had', async () => {
    const { port } = server.address() as AddressInfo;
    const { signal } = new AbortController();
    const remote = { url: `http://127.0.0.1:${port}/a/b` };
    const source = new LfsSource(remote, { networks: ['127.0.0.0/8'], signal });
    const asked = Array.from({ length: 20 }, (_, at) => ({ oid: oidOf(at), size: 1 }));
    for (let times = 0; times < 2; times += 1) {
      const places = await source.places(asked);
      const hosts = [...places.values()].map(({ url }) => url.host);
      expect([places.size, new Set(hosts).size]).toEqual([12, 4]);
    }
  });
});
