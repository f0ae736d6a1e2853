import { jest } from '@jest/globals';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { PassThrough, Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { chunksOf, isPacked, isReadable } from './request-body.js';
import { TransferClient } from './transfer-client.js';

describe('the body of a request', () => {
  const request = (source: Readable, encoding?: string): IncomingMessage =>
    Object.assign(source, { headers: { 'content-encoding': encoding } }) as unknown as IncomingMessage;
  const read = async (
    source: Readable,
    { encoding, idle = 10_000, most }: { encoding?: string; idle?: number; most?: number } = {},
  ): Promise<string> => {
    const client = new TransferClient(idle);
    let text = '';
    for await (const chunk of chunksOf(request(source, encoding), client, most)) text += chunk.toString();
    expect(client.movedBytes).toBe(Buffer.byteLength(text));
    return text;
  };
  const of = (...pieces: (string | Buffer)[]) => Readable.from(pieces.map((each) => Buffer.from(each)));

  it('is packed, or readable, as its head says', () => {
    const said = (encoding?: string) => {
      const head = request(of(), encoding);
      return `${isReadable(head)} ${isPacked(head)}`;
    };
    expect([undefined, '', 'identity', ' Identity '].map(said)).toEqual(Array(4).fill('true false'));
    expect(['gzip', 'x-gzip', ' GZIP '].map(said)).toEqual(Array(3).fill('true true'));
    expect(['br', 'deflate', 'gzip, gzip'].map(said)).toEqual(Array(3).fill('false false'));
  });

  it('comes as it was sent, and unpacked where it was packed', async () => {
    expect(await read(of('one ', 'two'))).toBe('one two');
    for (const encoding of ['gzip', 'x-gzip'])
      expect(await read(of(gzipSync('packed')), { encoding })).toBe('packed');
  });

  it.each([
    [5, 'three', 0],
    [4, 'Error: the request is too large', 1],
  ])('comes at once where all of it is there, up to %d bytes', async (most, outcome, waits) => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    const waited = jest.spyOn(TransferClient.prototype, 'answers');
    try {
      socket.write('POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n');
      const requested = once(server, 'request');
      socket.write('2\r\nth\r\n3\r\nree\r\n0\r\n\r\n');
      const [head] = (await requested) as [IncomingMessage];
      while (!head.complete) await new Promise((resolve) => setImmediate(resolve));
      expect(await read(head, { most }).catch(String)).toBe(outcome);
      expect(waited).toHaveBeenCalledTimes(waits);
      if (!head.readableEnded) await once(head.resume(), 'end');
    } finally {
      waited.mockRestore();
      socket.destroy();
      server.close();
    }
  });

  // Such a request was destroyed: what was left of it stood before the next one on its connection, or nobody read it.
  it.each([
    ['no gzip', Buffer.alloc(0), 'x', /not valid gzip/],
    ['gzip and something else', gzipSync('packed'), 'x', /not valid gzip/],
    ['gzip and what fills it up', gzipSync('packed'), '\0', /^packed$/],
  ])('leaves to others what nobody unpacks of %s', async (_, begin, filling, outcome) => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    try {
      const rest = Buffer.alloc(500_000, filling);
      const length = begin.length + rest.length;
      const encoding = 'Content-Encoding: gzip';
      socket.write(`POST / HTTP/1.1\r\nHost: x\r\n${encoding}\r\nContent-Length: ${length}\r\n\r\n`);
      const [head] = (await once(server, 'request')) as [IncomingMessage];
      socket.write(begin);
      socket.write(rest);
      expect(await read(head, { encoding: 'gzip' }).catch(String)).toMatch(outcome);
      expect(head.destroyed).toBe(false);
      await once(head.resume(), 'end');
    } finally {
      socket.destroy();
      server.close();
    }
  });

  it('is unpacked no more where its reader gives up early', async () => {
    const packed = new PassThrough();
    packed.write(gzipSync(Buffer.alloc(1_000_000)));
    for await (const chunk of chunksOf(request(packed, 'gzip'), new TransferClient(10_000))) {
      expect(chunk.length).toBeGreaterThan(0);
      break;
    }
    await new Promise((resolve) => setImmediate(resolve));
    expect(packed.listenerCount('data')).toBe(0);
    expect(packed.destroyed).toBe(false);
  });

  it('is no larger than it may be', async () => {
    expect(await read(of('12345'), { most: 5 })).toBe('12345');
    const large = { cause: 'too_large', status: 413, message: 'the request is too large' };
    await expect(read(of('123', '456'), { most: 5 })).rejects.toMatchObject(large);
    const packed = of(gzipSync('x'.repeat(1_000)));
    await expect(read(packed, { encoding: 'gzip', most: 999 })).rejects.toMatchObject(large);
  });

  it('fails where it is not what its head says, its client goes away, or it stalls', async () => {
    await expect(read(of('no gzip at all'), { encoding: 'gzip' })).rejects.toMatchObject({
      ...{ cause: 'broken', status: 400, message: 'the request body is not valid gzip' },
    });
    const leaving = new PassThrough();
    leaving.write('a');
    setImmediate(() => leaving.destroy(new Error('aborted')));
    await expect(read(leaving)).rejects.toMatchObject({
      ...{ cause: 'gone', status: 400, message: 'the client went away' },
    });
    const packed = new PassThrough();
    packed.write(gzipSync('packed').subarray(0, 20));
    setImmediate(() => packed.destroy());
    await expect(read(packed, { encoding: 'gzip' })).rejects.toMatchObject({ cause: 'gone', status: 400 });
    await expect(read(new PassThrough(), { idle: 20 })).rejects.toMatchObject({
      cause: 'stalled',
      status: 408,
    });
  });
});
