import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { discard } from './discard.js';

describe('the rest of a body', () => {
  let server: Server;
  let socket: Socket;
  beforeEach(async () => {
    server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    socket = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => undefined);
  });
  afterEach(() => {
    socket.destroy();
    server.close();
  });

  /** A request of so many bytes, of which none has come yet. */
  const begun = async (length: number): Promise<IncomingMessage> => {
    socket.write(`POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${length}\r\n\r\n`);
    const [request] = (await once(server, 'request')) as [IncomingMessage];
    return request;
  };

  it('is read to its end within the limits', async () => {
    const read = discard(await begun(100_000), { bytes: 100_000, milliseconds: 60_000 });
    socket.write('x'.repeat(100_000));
    expect(await read).toBe(true);
  });

  it('is given up where it is more, or comes too slowly, or its sender goes', async () => {
    const large = discard(await begun(100_000), { bytes: 99_999, milliseconds: 60_000 });
    socket.write('x'.repeat(100_000));
    expect(await large).toBe(false);
    const request = await begun(100_000);
    expect(await discard(request, { bytes: 100_000, milliseconds: 10 })).toBe(false);
    const cut = discard(request, { bytes: 100_000, milliseconds: 60_000 });
    socket.destroy();
    expect(await cut).toBe(false);
  });

  // The gateway may have given the connection to somebody else by then, to whom it was answered by its end.
  it('is whole where it has come while the event loop stood still for longer than it may take', async () => {
    // What a kernel holds at once on every system.
    for (const length of [10, 50_000]) {
      const read = discard(await begun(length), { bytes: length, milliseconds: 20 });
      await turn();
      socket.write(Buffer.alloc(length));
      const until = performance.now() + 50;
      while (performance.now() < until);
      expect(await read).toBe(true);
    }
  });
});
