import { once } from 'node:events';
import { createServer, get, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { written } from './written.js';

/** More than the kernel takes at once for a client that reads nothing. */
const much = Buffer.alloc(64 << 20, 'm');

describe('a piece of an answer that is written', () => {
  let server: Server;
  let begun: (response: ServerResponse) => void;
  beforeEach(async () => {
    server = createServer((_, response) => begun(response)).listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterEach(() => new Promise((resolve) => server.close(resolve)));

  /** Both ends of an answer of which the client has read nothing yet. */
  const opened = async (headers: Record<string, number> = {}) => {
    const asked = new Promise<ServerResponse>((resolve) => (begun = resolve));
    const request = get({ port: (server.address() as AddressInfo).port, host: '127.0.0.1' });
    const answered = once(request, 'response') as Promise<[IncomingMessage]>;
    const response = (await asked).writeHead(200, headers);
    return { request, response, answered };
  };

  it.each([
    ['with its length', { 'content-length': 10 }],
    ['in chunks', {}],
  ])('is with the kernel at once: %s', async (_, headers) => {
    const { response, answered } = await opened(headers);
    const memory = Buffer.from('first');
    expect(written(response, memory)).toBe(true);
    memory.write('other');
    expect(written(response, memory)).toBe(true);
    response.end();
    const [incoming] = await answered;
    expect((await incoming.setEncoding('utf8').toArray()).join('')).toBe('firstother');
  });

  it('is waited for where the client does not take it', async () => {
    const { response, answered } = await opened();
    const taken = written(response, much);
    expect(taken).not.toBe(true);
    const [incoming] = await answered;
    let read = 0;
    incoming.on('data', (bytes: Buffer) => (read += bytes.length));
    expect(await taken).toBe(true);
    expect(response.listenerCount('close')).toBe(0);
    response.end();
    await once(incoming, 'end');
    expect(read).toBe(much.length);
  });

  it('is not waited for when its client has gone, to whom no other is written', async () => {
    const { request, response, answered } = await opened();
    const taken = written(response, much);
    await answered;
    const closed = once(response, 'close');
    request.destroy();
    await Promise.all([taken, closed]);
    expect(await written(response, Buffer.from('more'))).toBe(false);
  });
});
