import type { IncomingMessage, ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import tls from 'node:tls';
import { DomainError } from '@holdfast/kernel';
import { eventually, Wire } from '../bytes/byte-door.fixture.js';
import { answerWith } from '../dispatch/answer.js';
import type { Dispatcher } from '../dispatch/dispatcher.js';
import type { Documents } from '../openapi/documents.js';
import { isApiTarget, registerApi } from '../dispatch/api.routes.js';
import { mostUnanswered } from './flood.rules.js';
import { httpDoor, type DoorOptions } from './http-door.js';
import { readBody } from './request-body.js';
import { testTls } from './tls.fixture.js';

const short = { head: 200, body: 200, stall: 200 };

describe('the public door', () => {
  let fastify: { listen(to: object): Promise<unknown>; close(): Promise<unknown>; server: unknown };
  /** The body of what is read of the API. */
  let page: () => string;
  let serveBytes: (request: IncomingMessage, response: ServerResponse) => void;
  const sockets: Socket[] = [];

  const open = async (options: Partial<DoorOptions> = {}): Promise<void> => {
    const bytes = {
      owns: (target: string) => target.startsWith('/bytes'),
      handle: (request: IncomingMessage, response: ServerResponse) => serveBytes(request, response),
    };
    const adapter = httpDoor(bytes, isApiTarget, {
      connections: 8,
      trustedProxies: [],
      hsts: 60,
      deadlines: short,
      ...options,
    });
    const dispatcher = {
      dispatch: async (request: IncomingMessage, _target: unknown, proceed: () => void) => {
        if (request.method === 'DELETE') return answerWith(401, '{}');
        if (request.method === 'GET') return answerWith(200, page());
        try {
          return answerWith(
            200,
            JSON.stringify(await readBody(request, { forms: false, proceed, patience: 200 })),
          );
        } catch (error) {
          return answerWith((error as DomainError).status, '{}');
        }
      },
    };
    const documents = { at: () => undefined, home: { location: '/api/docs' } };
    const instance = adapter.getInstance<Parameters<typeof registerApi>[0]>();
    registerApi(instance, dispatcher as unknown as Dispatcher, documents as unknown as Documents);
    await instance.listen({ port: 0, host: '127.0.0.1' });
    fastify = instance;
  };

  const port = (): number => (fastify.server as { address(): AddressInfo }).address().port;
  const dial = async (): Promise<Wire> => {
    const socket = connect(port(), '127.0.0.1');
    sockets.push(socket);
    await new Promise((resolve) => socket.once('connect', resolve));
    return new Wire(socket);
  };
  const said = async (text: string, until: string): Promise<Wire> => {
    const wire = await dial();
    wire.say(text);
    await wire.hear(until);
    return wire;
  };
  const json = (length: number): string =>
    `POST /api/x HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`;

  beforeEach(() => {
    serveBytes = (_, response) => void response.end('bytes');
    page = () => '{}';
  });
  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.destroy();
    await fastify.close();
  });

  describe('ends with 408', () => {
    beforeEach(() => open());

    it.each([
      ['a head that does not come to its end', 'GET /api/x HTTP/1.1\r\nHost: x\r\n'],
      ['a body that does not come to its end', `${json(9)}{`],
      ['a body in chunks that does not', json(9).replace(/Content-Length: 9/, 'Transfer-Encoding: chunked')],
    ])('%s', async (_, text) => {
      const wire = await said(text, '');
      await eventually(
        () => wire.ended,
        () => wire.heard,
      );
      expect(wire.heard).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
      expect(wire.heard.toLowerCase()).toContain('connection: close');
    });

    it('a head that comes byte by byte', async () => {
      const wire = await dial();
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
      serveBytes = (_, response) => void setTimeout(() => response.end('late'), 700);
      const wire = await said('GET /bytes HTTP/1.1\r\nHost: x\r\n\r\nGET /bytes HTTP/1.1\r\nHo', 'late');
      await eventually(
        () => wire.ended,
        () => wire.heard,
      );
      expect(wire.heard).toMatch(/late.*HTTP\/1\.1 408/s);
    });
  });

  it('answers a second request whose head came in time after the first was answered', async () => {
    await open({ deadlines: { ...short, head: 1_000 } });
    serveBytes = (_, response) => void setTimeout(() => response.end('late'), 1_300);
    const wire = await said('GET /bytes HTTP/1.1\r\nHost: x\r\n\r\nGET /api/x HTTP/1.1\r\nHo', 'late');
    wire.say('st: x\r\n\r\n');
    await wire.hear('{}');
    expect(wire.heard).not.toContain('408');
  });

  it('ends a connection on which nothing is asked', async () => {
    await open();
    const wire = await dial();
    await eventually(() => wire.ended);
    expect(wire.heard).toBe('');
  });

  it('ends a connection behind whose answer a body is owed', async () => {
    await open();
    const wire = await said(json(9).replace('POST', 'DELETE'), '401');
    await eventually(() => wire.ended);
  });

  it('ends a connection whose client takes nothing of an answer, and waits for answers that take long', async () => {
    await open();
    let ended = false;
    serveBytes = (_, response) => {
      response.once('close', () => (ended = true));
      setTimeout(() => response.write(Buffer.alloc(32 * 1024 * 1024)), 600);
    };
    const wire = await dial();
    wire.socket.pause();
    wire.say('GET /bytes HTTP/1.1\r\nHost: x\r\n\r\n');
    await pause(500);
    expect(ended).toBe(false);
    await eventually(() => ended);
  });

  it('makes the next answer of a connection when the one before it has been taken', async () => {
    await open({ deadlines: { ...short, stall: 60_000 } });
    let made = 0;
    page = () => `{"n":${(made += 1)},"x":"${'x'.repeat(16 * 1024 * 1024)}"}`;
    const wire = await dial();
    wire.socket.pause();
    wire.say('GET /api/x HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(3));
    await pause(500);
    expect(made).toBe(1);
    wire.socket.resume();
    await wire.hear('{"n":3,');
  });

  it('ends a connection that asks more than it waits for', async () => {
    await open();
    const waiting: ServerResponse[] = [];
    serveBytes = (_, response) => void waiting.push(response);
    const one = 'GET /bytes HTTP/1.1\r\nHost: x\r\n\r\n';
    const wire = await dial();
    wire.say(one.repeat(mostUnanswered));
    await eventually(() => waiting.length === mostUnanswered);
    for (const response of waiting.splice(0)) response.end('bytes');
    await eventually(() => wire.heard.split('bytes').length > mostUnanswered);
    wire.say(one.repeat(3_000));
    await eventually(() => wire.ended);
    expect(waiting).toHaveLength(mostUnanswered);
  });

  it('ends a connection whose body comes in crumbs, read or not, and takes few of them', async () => {
    await open({ deadlines: { ...short, body: 60_000, stall: 60_000 } });
    let ended = 0;
    serveBytes = (request, response) => {
      request.on('end', () => response.end('bytes')).resume();
    };
    const chunks = 'POST /bytes HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n';
    await said(`${chunks}${'1\r\nx\r\n'.repeat(900)}0\r\n\r\n`, 'bytes');
    const read = await dial();
    read.say(chunks + '1\r\nx\r\n'.repeat(20_000));
    await eventually(() => read.ended);
    serveBytes = (request) => void request.once('close', () => (ended += 1));
    const unread = await dial();
    unread.say(chunks + '1\r\nx\r\n'.repeat(20_000));
    await eventually(() => ended === 1);
  });

  it.each([
    ['two hosts', 'GET /api/x HTTP/1.1\r\nHost: x\r\nHost: x\r\n\r\n'],
    ['no host', 'GET /api/x HTTP/1.1\r\n\r\n'],
    ['chunks in HTTP/1.0', 'POST /api/x HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'],
    ['a raw #', 'GET /api/x#y HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['two lengths', 'POST /api/x HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n'],
    ['nothing of HTTP', 'hello\r\n\r\n'],
  ])('refuses %s in the envelope, and ends the connection', async (_, text) => {
    await open();
    const wire = await said(text, '"api_status":400');
    expect(wire.heard).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(wire.heard).toMatch(/x-content-type-options: nosniff/i);
    await eventually(() => wire.ended);
  });

  it('refuses a head for bytes by one line', async () => {
    await open();
    const wire = await said('GET /bytes HTTP/1.1\r\nHost: x\r\nHost: x\r\n\r\n', 'one header\n');
    expect(wire.heard).toMatch(/^HTTP\/1\.1 400 a request names its host in one header\r\n/);
  });

  it('sends browsers from the root to the page, and nobody else', async () => {
    await open();
    const root = (accept: string): string => `GET / HTTP/1.1\r\nHost: x\r\nAccept: ${accept}\r\n\r\n`;
    const page = await said(root('text/html,application/xhtml+xml,*/*;q=0.8'), '\r\n\r\n');
    expect(page.heard).toMatch(/^HTTP\/1\.1 302 .*location: \/api\/docs\r\n/is);
    const other = await said(root('*/*'), '\r\n\r\n');
    expect(other.heard).toMatch(/^HTTP\/1\.1 200 /);
  });

  it('refuses connections of an address that has too many, and takes new ones when some are closed', async () => {
    await open({ connections: 2, deadlines: { ...short, head: 60_000 } });
    const [first] = [await dial(), await dial()];
    const third = await dial();
    await third.hear('HTTP/1.1 503 Service Unavailable');
    expect(third.heard).toMatch(/retry-after: 1\r\n/i);
    await eventually(() => third.ended);
    first.socket.destroy();
    await pause(100);
    await said('GET /bytes HTTP/1.1\r\nHost: x\r\n\r\n', 'bytes');
  });

  it('does not count the connections of a trusted proxy', async () => {
    await open({ connections: 1, trustedProxies: ['127.0.0.1'], deadlines: { ...short, head: 60_000 } });
    await dial();
    await said('GET /bytes HTTP/1.1\r\nHost: x\r\n\r\n', 'bytes');
  });

  describe('tells to come by HTTPS only', () => {
    const policy = '\r\nStrict-Transport-Security: max-age=60\r\n';
    beforeEach(() => {
      serveBytes = (_, response) => void response.writeHead(200, ['Content-Type', 'text/plain']).end('bytes');
    });

    it('whoever did, in all answers', async () => {
      await open({ tls: testTls });
      const ask = async (target: string, until: string, more = ''): Promise<string> => {
        const socket = tls.connect({ port: port(), host: '127.0.0.1', rejectUnauthorized: false });
        sockets.push(socket);
        const wire = new Wire(socket);
        wire.say(`GET ${target} HTTP/1.1\r\nHost: x\r\n${more}\r\n`);
        return wire.hear(until);
      };
      expect(await ask('/api/x', '{}')).toContain(policy);
      expect(await ask('/bytes', 'bytes')).toContain(policy);
      expect(await ask('/bytes', 'one header', 'Host: x\r\n')).toContain(policy);
    });

    const by = async (scheme: string): Promise<string> =>
      (await said(`GET /bytes HTTP/1.1\r\nHost: x\r\n${scheme}\r\n`, '\r\nbytes\r\n')).heard;

    it('whoever did, as a trusted proxy says', async () => {
      await open({ trustedProxies: ['127.0.0.1'] });
      expect(await by('X-Forwarded-Proto: https\r\n')).toContain(policy);
      for (const scheme of ['', 'http', 'https, http', 'http, https'].map(
        (each) => each && `X-Forwarded-Proto: ${each}\r\n`,
      ))
        expect(await by(scheme)).not.toContain('Strict-Transport-Security');
    });

    it('nobody else, whatever he says of himself', async () => {
      await open({ trustedProxies: ['192.0.2.1'] });
      expect(await by('X-Forwarded-Proto: https\r\n')).not.toContain('Strict-Transport-Security');
    });
  });
});
