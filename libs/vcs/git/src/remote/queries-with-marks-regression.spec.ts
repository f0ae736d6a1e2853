import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { LfsSource } from './lfs-source.js';

const oid = '0'.repeat(64);

// A signed address with another question mark in its query lost what follows that, and its file could not be had.
describe('the address of a large file of a remote', () => {
  let server: Server;
  let href: string;
  beforeAll(async () => {
    server = createServer((request, response) => {
      const objects = [{ oid, size: 1, actions: { download: { href } } }];
      request.resume().once('end', () => response.end(JSON.stringify({ objects })));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  const placeOf = async (said: string): Promise<string | undefined> => {
    href = said;
    const { port } = server.address() as AddressInfo;
    const { signal } = new AbortController();
    const source = new LfsSource(
      { url: `http://127.0.0.1:${port}/core` },
      { networks: ['127.0.0.0/8'], signal },
    );
    return (await source.places([{ oid, size: 1 }])).get(oid)?.url.href;
  };

  it.each([
    'https://store.example.org/a',
    'https://store.example.org/a?signature=b&of=c',
    'https://store.example.org/a?signature=b?c&of=d?',
  ])('is %s, with its whole query', async (said) => expect(await placeOf(said)).toBe(said));

  it('has no fragment behind a query', async () => {
    expect(await placeOf('https://store.example.org/a?b?c#d')).toBeUndefined();
  });
});
