import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import type { Transfer } from './transfer-request.js';

/** A byte process that says exactly what it is told to, as often as it has heard the head of a request. */
export class ByteProcessFixture {
  /** All connections that there ever were. */
  readonly sockets: Socket[] = [];

  private constructor(
    private readonly server: Server,
    /** Says what is answered to the nth request, from 1 on. */
    public says: (socket: Socket, nth: number) => void,
  ) {
    let requests = 0;
    server.on('connection', (socket) => {
      this.sockets.push(socket);
      let heard = '';
      socket.on('error', () => undefined);
      socket.on('data', (bytes) => {
        heard += bytes.toString('latin1');
        if (!heard.includes('\r\n\r\n')) return;
        heard = '';
        requests += 1;
        this.says(socket, requests);
      });
    });
  }

  static async start(): Promise<ByteProcessFixture> {
    const started = new ByteProcessFixture(createServer({ allowHalfOpen: true }), (socket) =>
      socket.destroy(),
    );
    await new Promise<void>((resolve) => started.server.listen(0, '127.0.0.1', resolve));
    return started;
  }

  get(): Transfer {
    return { method: 'GET', address: this.address, ticket: 't', headers: {} };
  }

  post(headers: Record<string, string>): Transfer {
    return { method: 'POST', address: this.address, ticket: 't', headers };
  }

  async stop(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private get address(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }
}

/** An answer of a length. */
export const sized = (body: string | Buffer, ...headers: string[]): Buffer =>
  Buffer.concat([
    Buffer.from(`HTTP/1.1 200 OK\r\n${headers.join('')}Content-Length: ${body.length}\r\n\r\n`),
    Buffer.from(body),
  ]);

/** An answer in chunks of so many bytes, given in turn. */
export const chunked = (body: Buffer, sizes: readonly number[]): Buffer => {
  const wire: Buffer[] = [Buffer.from('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n')];
  for (let at = 0, nth = 0; at < body.length; nth += 1) {
    const chunk = body.subarray(at, at + sizes[nth % sizes.length]);
    wire.push(Buffer.from(`${chunk.length.toString(16)}\r\n`), chunk, Buffer.from('\r\n'));
    at += chunk.length;
  }
  return Buffer.concat([...wire, Buffer.from('0\r\n\r\n')]);
};
