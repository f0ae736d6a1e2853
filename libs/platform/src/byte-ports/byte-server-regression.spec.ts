import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { PassThrough, pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
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

  it.each([
    ['read in part', (request: IncomingMessage) => void request.once('readable', () => void request.read(1))],
    ['waited for', (request: IncomingMessage) => void request.on('readable', () => undefined)],
    ['taken by what takes no more', (request: IncomingMessage) => void request.pipe(new PassThrough())],
    ['held', (request: IncomingMessage) => void request.pause()],
    ['not looked at', () => undefined],
  ])(
    'answers the next request behind a body that is %s, whether all of it is here or not',
    async (_, take) => {
      const answers = (request: IncomingMessage, response: ServerResponse) => {
        take(request);
        setTimeout(() => response.writeHead(200, { 'Content-Length': 2 }).end('no'), 20);
      };
      const text = await said(
        answers,
        `${head(300_000)}${'x'.repeat(200_000)}`,
        `${'x'.repeat(100_000)}${head(0)}`,
      );
      expect(text.match(/HTTP\/1\.1 200 OK\r\n[^]*?Connection: keep-alive/g)).toHaveLength(2);
      const whole = await said(answers, `${head(60_000)}${'x'.repeat(60_000)}`, head(0));
      expect(whole.match(/HTTP\/1\.1 200 OK\r\n[^]*?Connection: keep-alive/g)).toHaveLength(2);
    },
  );

  // Whoever had a ticket could send for ever.
  it('ends the connection of who sends too slowly behind his answer', async () => {
    const answers = (request: IncomingMessage, response: ServerResponse) => {
      request.pause();
      response.writeHead(200, { 'Content-Length': 2 }).end('no');
    };
    const begun = performance.now();
    expect(await said(answers, `${head(300_000)}${'x'.repeat(1_000)}`)).toMatch(/no$/);
    expect(performance.now() - begun).toBeGreaterThan(9_000);
  });

  // Of a body at which nobody has looked Node drops the rest itself, and nobody counted it: all came for ten seconds.
  it.each([
    ['held', (request: IncomingMessage) => void request.pause()],
    ['not looked at', () => undefined],
  ])('ends the connection of who sends too much behind his answer to a body that is %s', async (_, take) => {
    const server = byteServer(undefined, {}, (request, response) => {
      take(request);
      response.writeHead(200, { 'Content-Length': 2 }).end('no');
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    const piece = Buffer.alloc(1 << 20);
    const more = (error?: Error | null): void => void (error || socket.write(piece, more));
    socket.on('error', () => undefined);
    const begun = performance.now();
    socket.write(head(1e12));
    more();
    await new Promise((closed) => socket.resume().once('close', closed));
    server.close();
    // A machine that is too slow for it in the time that there is ends it by that.
    const least = performance.now() - begun < 9_000 ? 250 : 0;
    expect(socket.bytesWritten / 2 ** 20).toBeGreaterThan(least);
    // What the buffers between both hold has been sent, too.
    expect(socket.bytesWritten / 2 ** 20).toBeLessThan(300);
  });

  it('ends the connection where whoever serves has ended the request, of which nobody can read the rest', async () => {
    const ends = (request: IncomingMessage, response: ServerResponse) => {
      pipeline(request, createGunzip(), () => response.writeHead(400, { 'Content-Length': 2 }).end('no'));
    };
    expect(await said(ends, `${head(300_000)}no gzip`)).toMatch(/^HTTP\/1\.1 400 [^]*no$/);
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
