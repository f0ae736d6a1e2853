import { jest } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import http, { type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { Socket, type AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { eventually } from '../byte-door.fixture.js';
import { ByteProcessFixture } from './byte-process.fixture.js';
import { Upstream } from './upstream.js';

const body = randomBytes(3 * 1024 * 1024 + 7);
const pieces = (): Buffer[] => {
  const cut: Buffer[] = [Buffer.alloc(0)];
  for (let at = 0, size = 1; at < body.length; at += size, size = (size * 7) % 200_003)
    cut.push(body.subarray(at, at + size), Buffer.alloc(0));
  return cut;
};
const ofLength = { 'content-length': String(body.length) };
const inChunks = { 'transfer-encoding': 'chunked' };

describe('the body of a request to a byte process', () => {
  let server: Server;
  let serve: RequestListener;
  let connections: number;

  beforeEach(async () => {
    connections = 0;
    server = http.createServer((req, res) => serve(req, res)).on('connection', () => (connections += 1));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterEach(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  const posting = (headers: Record<string, string>): Upstream => {
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/rpc`;
    return new Upstream({ method: 'POST', address, ticket: 't', headers });
  };
  const answerOf = async (upstream: Upstream): Promise<string> => {
    let text = '';
    const { status } = await upstream.head;
    const whole = await upstream.carry((piece) => {
      text += piece.toString();
      return Promise.resolve(true);
    });
    return `${status} ${text}${whole ? '' : ' …'}`;
  };
  const read = async (req: IncomingMessage): Promise<Buffer> => {
    const found: Buffer[] = [];
    for await (const piece of req) found.push(piece as Buffer);
    return Buffer.concat(found);
  };

  it.each([
    ['with its length', ofLength],
    ['in chunks', inChunks],
  ])('arrives %s, one after the other on one connection', async (_, headers) => {
    serve = (req, res) =>
      void read(req).then((found) => {
        expect(req.headers).toMatchObject({ ...headers, 'x-hf-ticket': 't' });
        res.end(found.equals(body) ? 'the same' : `other ${found.length}`);
      });
    for (let left = 3; left > 0; left -= 1) {
      const upstream = posting(headers);
      await pipeline(Readable.from(pieces()), upstream.body);
      expect(await answerOf(upstream)).toBe('200 the same');
    }
    expect(connections).toBe(1);
  });

  it('leaves together with the head, where it is there', async () => {
    serve = (req, res) => void read(req).then((found) => res.end(String(found)));
    const ask = (text: string): Promise<string> => {
      const upstream = posting({ 'content-length': String(text.length) });
      // As a request does of which nobody has read anything yet.
      Readable.from([Buffer.from(text)]).pipe(upstream.body);
      return answerOf(upstream);
    };
    expect(await ask('one')).toBe('200 one');
    const written = jest.spyOn(Socket.prototype, '_write');
    expect(await ask('two')).toBe('200 two');
    const alone = written.mock.calls.map(([bytes]) => String(bytes));
    written.mockRestore();
    expect(alone.filter((bytes) => bytes.startsWith('POST') || bytes === 'two')).toEqual([]);
    expect(connections).toBe(1);
  });

  it.each([
    ['with its length', { 'content-length': '11' }],
    ['in chunks', inChunks],
  ])('arrives %s where its last bytes are given with its end', async (_, headers) => {
    serve = (req, res) => void read(req).then((found) => res.end(`${found.toString('latin1')}|`));
    for (const [first, last] of [
      ['', 'all \xe9 of it'],
      ['all \xe9 ', 'of it'],
      ['all \xe9 of it', ''],
    ]) {
      const upstream = posting(headers);
      if (first) upstream.body.write(Buffer.from(first, 'latin1'));
      upstream.body.endWith(Buffer.from(last, 'latin1'));
      expect(await answerOf(upstream)).toBe('200 all \xe9 of it|');
    }
    expect(connections).toBe(1);
  });

  it('has its last bytes and its end in one piece', async () => {
    serve = (req, res) => void read(req).then((found) => res.end(String(found)));
    const upstream = posting(inChunks);
    const written = jest.spyOn(Socket.prototype, '_write');
    // The head is on its way.
    await pause(10);
    upstream.body.endWith(Buffer.from('all of it'));
    expect(await answerOf(upstream)).toBe('200 all of it');
    const pieces = written.mock.calls.map(([bytes]) => String(bytes));
    written.mockRestore();
    expect(pieces.filter((bytes) => bytes.endsWith('\r\n0\r\n\r\n'))).toEqual([
      '9\r\nall of it\r\n0\r\n\r\n',
    ]);
  });

  it('waits for a byte process that takes its time', async () => {
    let sent = 0;
    serve = () => undefined;
    const upstream = posting(inChunks);
    const source = Readable.from(
      (function* () {
        for (; ; sent += 65_536) yield Buffer.alloc(65_536);
      })(),
    );
    source.pipe(upstream.body);
    await pause(100);
    const before = sent;
    await pause(50);
    expect(sent).toBe(before);
    source.unpipe(upstream.body).destroy();
    upstream.destroy();
    await eventually(() => upstream.body.destroyed);
  });

  it.each([
    ['with its length', ofLength],
    ['in chunks', inChunks],
  ])('%s is not whole when it is broken off', async (_, headers) => {
    let outcome = '';
    serve = (req) => {
      outcome = 'begun';
      void read(req).then(
        () => (outcome = 'whole'),
        () => (outcome = 'broken'),
      );
    };
    const upstream = posting(headers);
    upstream.body.write(body.subarray(0, 1_000));
    await eventually(() => outcome === 'begun');
    upstream.body.destroy();
    await expect(upstream.head).rejects.toThrow('closed too early');
    await eventually(() => outcome !== 'begun');
    expect(outcome).toBe('broken');
  });

  it('may be answered before its end, which is not sent any more, nor anything else on its connection', async () => {
    serve = (_, res) => void res.writeHead(413).end('too large');
    const upstream = posting(ofLength);
    upstream.body.write(body.subarray(0, 100_000));
    expect(await answerOf(upstream)).toBe('413 too large');
    const fault = await new Promise((resolve) => upstream.body.write(body.subarray(100_000), resolve));
    expect(fault).toBeTruthy();
    expect(upstream.body.destroyed).toBe(true);
    serve = (req, res) => void req.resume().on('end', () => res.end('next'));
    const next = posting({ 'content-length': '0' });
    next.body.end();
    expect(await answerOf(next)).toBe('200 next');
    expect(connections).toBe(2);
  });

  it('goes on while it is answered, and then leaves a connection that is used again', async () => {
    serve = (req, res) => void req.pipe(res);
    for (let left = 2; left > 0; left -= 1) {
      const upstream = posting(inChunks);
      upstream.body.write('early ');
      const answer = answerOf(upstream);
      await upstream.head;
      upstream.body.end('late');
      expect(await answer).toBe('200 early late');
    }
    expect(connections).toBe(1);
  });

  it('breaks with a byte process that says no more and reads no more', async () => {
    const peer = await ByteProcessFixture.start();
    peer.says = (socket) => void socket.pause().end('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf');
    const upstream = new Upstream(peer.post(inChunks));
    Readable.from(pieces())
      .on('error', () => undefined)
      .pipe(upstream.body);
    upstream.body.write(Buffer.alloc(10 * 1024 * 1024));
    expect(await answerOf(upstream)).toBe('200 half …');
    await eventually(() => upstream.body.destroyed);
    await peer.stop();
  });
});
