import type { ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { eventually } from '../bytes/byte-door.fixture.js';
import { mostUnanswered } from './flood.rules.js';
import { OpenDoor, short } from './open-door.fixture.js';

describe('the public door', () => {
  const door = OpenDoor.ofSuite();
  const refused = async (arrived: readonly Socket[]): Promise<Socket> => {
    const before = arrived.length;
    const socket = connect({ port: door.port, host: '127.0.0.1', allowHalfOpen: true }).resume();
    socket.on('error', () => undefined);
    door.sockets.push(socket);
    await eventually(() => arrived.length > before);
    return socket;
  };
  const json = (length: number): string =>
    `POST /api/x HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`;

  describe('ends with 408', () => {
    beforeEach(() => door.open());

    it.each([
      ['a head that does not come to its end', 'GET /api/x HTTP/1.1\r\nHost: x\r\n'],
      ['a body that does not come to its end', `${json(9)}{`],
      ['a body in chunks that does not', json(9).replace(/Content-Length: 9/, 'Transfer-Encoding: chunked')],
    ])('%s', async (_, text) => {
      const wire = await door.said(text, '');
      await eventually(
        () => wire.ended,
        () => wire.heard,
      );
      expect(wire.heard).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
      expect(wire.heard.toLowerCase()).toContain('connection: close');
    });

    it('a head that comes byte by byte', async () => {
      const wire = await door.dial();
      const drip = setInterval(() => wire.say('x'), 30);
      wire.say('GET /api/x HTTP/1.1\r\nHost: x\r\nX-Y: ');
      await eventually(
        () => wire.ended,
        () => wire.heard,
      );
      clearInterval(drip);
      expect(wire.heard).toMatch(/^HTTP\/1\.1 408 .*"api_status":408/s);
    });

    it('a second head, after the first request is answered however long that takes', async () => {
      door.serveBytes = (_, response) => void setTimeout(() => response.end('late'), 700);
      const wire = await door.said('GET /bytes HTTP/1.1\r\nHost: x\r\n\r\nGET /bytes HTTP/1.1\r\nHo', 'late');
      await eventually(
        () => wire.ended,
        () => wire.heard,
      );
      expect(wire.heard).toMatch(/late.*HTTP\/1\.1 408/s);
    });
  });

  it('answers a second request whose head came in time after the first was answered', async () => {
    await door.open({ deadlines: { ...short, head: 1_000 } });
    door.serveBytes = (_, response) => void setTimeout(() => response.end('late'), 1_300);
    const wire = await door.said('GET /bytes HTTP/1.1\r\nHost: x\r\n\r\nGET /api/x HTTP/1.1\r\nHo', 'late');
    wire.say('st: x\r\n\r\n');
    await wire.hear('{}');
    expect(wire.heard).not.toContain('408');
  });

  it('ends a connection on which nothing is asked', async () => {
    await door.open();
    const wire = await door.dial();
    await eventually(() => wire.ended);
    expect(wire.heard).toBe('');
  });

  it('ends a connection behind whose answer a body is owed', async () => {
    await door.open();
    const wire = await door.said(json(9).replace('POST', 'DELETE'), '401');
    await eventually(() => wire.ended);
  });

  it('ends a connection whose client takes nothing of an answer, and waits for answers that take long', async () => {
    await door.open();
    let ended = false;
    door.serveBytes = (_, response) => {
      response.once('close', () => (ended = true));
      setTimeout(() => response.write(Buffer.alloc(32 * 1024 * 1024)), 600);
    };
    const wire = await door.dial();
    wire.socket.pause();
    wire.say('GET /bytes HTTP/1.1\r\nHost: x\r\n\r\n');
    await pause(500);
    expect(ended).toBe(false);
    await eventually(() => ended);
  });

  it('makes the next answer of a connection when the one before it has been taken', async () => {
    await door.open({ deadlines: { ...short, stall: 60_000 } });
    let made = 0;
    door.page = () => `{"n":${(made += 1)},"x":"${'x'.repeat(16 * 1024 * 1024)}"}`;
    const wire = await door.dial();
    wire.socket.pause();
    wire.say('GET /api/x HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(3));
    await pause(500);
    expect(made).toBe(1);
    wire.socket.resume();
    await wire.hear('{"n":3,');
  });

  it('ends a connection that asks more than it waits for', async () => {
    await door.open();
    const waiting: ServerResponse[] = [];
    door.serveBytes = (_, response) => void waiting.push(response);
    const one = 'GET /bytes HTTP/1.1\r\nHost: x\r\n\r\n';
    const wire = await door.dial();
    wire.say(one.repeat(mostUnanswered));
    await eventually(() => waiting.length === mostUnanswered);
    for (const response of waiting.splice(0)) response.end('bytes');
    await eventually(() => wire.heard.split('bytes').length > mostUnanswered);
    wire.say(one.repeat(3_000));
    await eventually(() => wire.ended);
    expect(waiting).toHaveLength(mostUnanswered);
  });

  // Each was a request and an answer in memory, for 28 bytes, and nobody counted them.
  it('ends a connection that expects what nobody does, more often than it waits for', async () => {
    await door.open();
    const waiting: ServerResponse[] = [];
    door.serveBytes = (_, response) => void waiting.push(response);
    const first = 'GET /bytes HTTP/1.1\r\nHost: x\r\n\r\n';
    const odd = 'GET /api/x HTTP/1.1\r\nHost: x\r\nExpect: tea\r\n\r\n';
    const wire = await door.dial();
    wire.say(first + odd.repeat(mostUnanswered - 1));
    await eventually(() => waiting.length === 1);
    waiting[0].end('bytes');
    await wire.hear('417');
    const flood = await door.dial();
    flood.say(first + odd.repeat(mostUnanswered));
    await eventually(() => flood.ended);
    expect(flood.heard).toBe('');
  });

  it('reads no request of a connection that is one too many, and throws away what it sends', async () => {
    await door.open({ connections: 1, deadlines: { head: 60_000, body: 60_000, stall: 60_000 } });
    const arrived: Socket[] = [];
    door.fastify?.server.on('connection', (socket: Socket) => void arrived.push(socket));
    let asked = 0;
    door.serveBytes = () => void (asked += 1);
    await door.dial();
    // It does not end when it is told that there is no place for it.
    const flood = await refused(arrived);
    const sent = 'GET /bytes HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(mostUnanswered + 1);
    flood.write(sent);
    await eventually(() => arrived[1].destroyed);
    expect(arrived[1].bytesRead).toBe(sent.length);
    expect(asked).toBe(0);
  });

  it('ends a connection whose body comes in crumbs, read or not, and takes few of them', async () => {
    await door.open({ deadlines: { ...short, body: 60_000, stall: 60_000 } });
    let ended = 0;
    door.serveBytes = (request, response) => {
      request.on('end', () => response.end('bytes')).resume();
    };
    const chunks = 'POST /bytes HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n';
    await door.said(`${chunks}${'1\r\nx\r\n'.repeat(900)}0\r\n\r\n`, 'bytes');
    const read = await door.dial();
    read.say(chunks + '1\r\nx\r\n'.repeat(20_000));
    await eventually(() => read.ended);
    door.serveBytes = (request) => void request.once('close', () => (ended += 1));
    const unread = await door.dial();
    unread.say(chunks + '1\r\nx\r\n'.repeat(20_000));
    await eventually(() => ended === 1);
  });

  it('takes little of a body that nobody reads yet, and all of it when somebody does', async () => {
    await door.open();
    const size = 1024 * 1024;
    let unread = 0;
    door.serveBytes = (request, response) => {
      setTimeout(() => {
        unread = request.socket.bytesRead;
        request.on('end', () => response.end('bytes')).resume();
      }, 300);
    };
    const wire = await door.dial();
    wire.say(`POST /bytes HTTP/1.1\r\nHost: x\r\nContent-Length: ${size}\r\n\r\n${'x'.repeat(size)}`);
    await wire.hear('bytes');
    expect(unread).toBeGreaterThan(0);
    expect(unread).toBeLessThan(129 * 1024);
    // What is refused unread goes by too.
    wire.say(
      `${json(size).replace('POST', 'DELETE')}${'x'.repeat(size)}GET /bytes HTTP/1.1\r\nHost: x\r\n\r\n`,
    );
    door.serveBytes = (_, response) => void response.end('next');
    await wire.hear('next');
  });

  it.each([
    ['two hosts', 'GET /api/x HTTP/1.1\r\nHost: x\r\nHost: x\r\n\r\n'],
    ['no host', 'GET /api/x HTTP/1.1\r\n\r\n'],
    ['chunks in HTTP/1.0', 'POST /api/x HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'],
    ['a raw #', 'GET /api/x#y HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['two lengths', 'POST /api/x HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n'],
    ['nothing of HTTP', 'hello\r\n\r\n'],
  ])('refuses %s in the envelope, and ends the connection', async (_, text) => {
    await door.open();
    const wire = await door.said(text, '"api_status":400');
    expect(wire.heard).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(wire.heard).toMatch(/x-content-type-options: nosniff/i);
    await eventually(() => wire.ended);
  });

  it('refuses a head for bytes by one line', async () => {
    await door.open();
    const wire = await door.said('GET /bytes HTTP/1.1\r\nHost: x\r\nHost: x\r\n\r\n', 'one header\n');
    expect(wire.heard).toMatch(/^HTTP\/1\.1 400 a request names its host in one header\r\n/);
  });

  it('leaves it to the door for bytes what is said of other expectations', async () => {
    await door.open();
    const wire = await door.said('GET /bytes HTTP/1.1\r\nHost: x\r\nExpect: tea\r\n\r\n', 'bytes');
    expect(wire.heard).toMatch(/^HTTP\/1\.1 200 /);
  });

  it.each([
    ['GET /%zz HTTP/1.1', ''],
    ['GET /x%ff HTTP/1.1', ''],
    ['DELETE /health/%zz HTTP/1.1', ''],
    ['DELETE /account/sessions HTTP/1.1', 'Content-Type: json\r\n'],
    ['DELETE /health/live HTTP/1.1', 'Content-Type: json\r\n'],
    ['QUERY /x HTTP/1.1', ''],
  ])('leaves it to the API to refuse %p', async (line, headers) => {
    await door.open();
    const wire = await door.said(`${line}\r\nHost: x\r\n${headers}\r\n`, '\r\n\r\n');
    expect(wire.heard).toMatch(/\r\nx-api-version: 1\r\n/i);
    expect(wire.heard).not.toContain('"statusCode"');
  });

  it('sends browsers from the root to the page, and nobody else', async () => {
    await door.open();
    const root = (accept: string): string => `GET / HTTP/1.1\r\nHost: x\r\nAccept: ${accept}\r\n\r\n`;
    const page = await door.said(root('text/html,application/xhtml+xml,*/*;q=0.8'), '\r\n\r\n');
    expect(page.heard).toMatch(/^HTTP\/1\.1 302 .*location: \/api\/docs\r\n/is);
    const other = await door.said(root('*/*'), '\r\n\r\n');
    expect(other.heard).toMatch(/^HTTP\/1\.1 200 /);
  });
});
