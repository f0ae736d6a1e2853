import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { byteServer } from './byte-server.js';

describe('a server for bytes', () => {
  /** What is answered to these bytes, until it closes or a second answer has come. */
  const said = async (
    serve: (request: IncomingMessage, response: ServerResponse) => void,
    ...pieces: string[]
  ): Promise<string> => {
    const server = byteServer(undefined, { keepAliveTimeout: 60_000 }, serve);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    let text = '';
    try {
      socket.setEncoding('utf8').on('data', (piece: string) => {
        text += piece;
        const next = pieces.shift();
        if (next) socket.write(next);
        else if (text.split('HTTP/1.1 ').length > 2) socket.end();
      });
      socket.write(pieces.shift() ?? '');
      await once(socket, 'close');
      return text;
    } finally {
      server.close();
      server.closeAllConnections();
    }
  };
  const head = (length: number) => `POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${length}\r\n\r\n`;

  it('ends the connection of who is answered before his body was here', async () => {
    const answers = (request: IncomingMessage, response: ServerResponse) => {
      // It is read in part, as what unpacks to too much is: what is left would stay there.
      request.once('readable', () => {
        request.read(1);
        response.writeHead(200, { 'Content-Length': 2 }).end('no');
      });
    };
    const text = await said(answers, `${head(1_000_000)}${'x'.repeat(1_000)}`);
    expect(text).toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*Connection: close\r\n[^]*no$/);
  });

  it('goes on with who sent all of it, or sends nothing', async () => {
    const reads = (request: IncomingMessage, response: ServerResponse) =>
      request.resume().once('end', () => response.end('yes'));
    const text = await said(reads, `${head(4)}body`, 'GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    expect(text.match(/Connection: keep-alive/g)).toHaveLength(2);
    const atOnce = (_request: IncomingMessage, response: ServerResponse) => response.end('yes');
    const none = await said(atOnce, head(0), 'GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    expect(none.match(/Connection: keep-alive/g)).toHaveLength(2);
  });

  it('ends it where the client wants that, or whoever answers', async () => {
    const reads = (request: IncomingMessage, response: ServerResponse) =>
      request.resume().once('end', () => response.end('yes'));
    expect(await said(reads, head(1).replace('Host', 'Connection: close\r\nHost') + 'x')).toContain(
      'Connection: close',
    );
    const ends = (request: IncomingMessage, response: ServerResponse) => {
      response.shouldKeepAlive = false;
      reads(request, response);
    };
    expect(await said(ends, `${head(1)}x`)).toContain('Connection: close');
  });
});
