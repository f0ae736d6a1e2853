import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import {
  filesRemoved,
  indexChanged,
  type FileAnswer,
  type FileDecision,
  type FileRequest,
} from '@holdfast/contracts';
import { basic, DoorFixture, eventually } from '../byte-door.fixture.js';

const jars = '/acme/projects/web/repositories/maven/jars';
const put = (path: string, length: number, ...headers: string[]): string =>
  `PUT ${jars}${path} HTTP/1.1\r\nHost: x\r\n${basic('developer')}Content-Length: ${length}\r\n${headers.join('')}\r\n`;
const ask = (
  method: string,
  path: string,
  who: Parameters<typeof basic>[0] = 'developer',
  ...headers: string[]
): string => `${method} ${jars}${path} HTTP/1.1\r\nHost: x\r\n${basic(who)}${headers.join('')}\r\n`;
const plain = (status: number, reason: string): FileAnswer => ({
  is: 'answer',
  status,
  reason,
  headers: { 'Content-Type': 'text/plain', 'Content-Length': String(reason.length) },
  text: reason,
});

describe('the door for artifacts', () => {
  let door: DoorFixture;
  let store: string;
  let asked: FileRequest[];
  let decide: (request: FileRequest) => FileDecision | Promise<FileDecision>;
  let serve: (req: IncomingMessage, res: ServerResponse) => void;

  beforeEach(async () => {
    asked = [];
    store = await mkdtemp(join(tmpdir(), 'door-'));
    door = await DoorFixture.open(
      (req, res) => serve(req, res),
      () => (_: string, request: never) => {
        asked.push(request);
        return decide(request);
      },
      { blobs: store, patience: 300 },
    );
    decide = () => plain(404, 'no such file');
  });
  afterEach(async () => {
    await door.close();
    await rm(store, { recursive: true });
  });

  const answer = async (request: string, until: string): Promise<string> => {
    const wire = await door.dial();
    wire.say(request);
    return wire.hear(until);
  };

  it('takes credentials once, and no raw #', async () => {
    const twice = ask('GET', '/a', 'developer', basic('developer'));
    await answer(twice, '401 credentials are sent once');
    await answer(ask('GET', '/a#b'), '400 a # in a name is sent as %23');
    expect(asked).toEqual([]);
  });

  it('passes on the raw path and the headers that decide, and nothing else', async () => {
    await answer(
      ask('GET', '/a%2Bb/x+y?v=1', 'guest', 'Range: bytes=1-2\r\n', 'X-Other: 1\r\n', 'Cookie: a=b\r\n'),
      'no such file',
    );
    expect(asked).toEqual([
      { method: 'GET', path: '/a%2Bb/x+y', address: jars, headers: { range: 'bytes=1-2' }, direct: true },
    ]);
  });

  it('answers with the words of the decision', async () => {
    decide = () => ({
      is: 'answer',
      status: 200,
      headers: { ETag: '"a"', 'Content-Length': '5' },
      base64: Buffer.from('bytes').toString('base64'),
    });
    expect(await answer(ask('GET', '/a'), 'bytes')).toMatch(/^HTTP\/1\.1 200 OK\r\nETag: "a"\r\n/);
    decide = () => plain(409, 'version 1.0 is released');
    expect(await answer(put('/a', 1) + 'x', '\r\n\r\nversion')).toMatch(
      /^HTTP\/1\.1 409 version 1\.0 is released\r\n/,
    );
  });

  describe('a file that lasts', () => {
    const lasting = (text: string): FileAnswer => ({
      is: 'answer',
      status: 200,
      headers: { 'Content-Length': String(text.length) },
      base64: Buffer.from(text).toString('base64'),
      lasting: {},
    });

    it('is asked for once, until something of its repository is removed', async () => {
      decide = () => lasting('first');
      await answer(ask('GET', '/a'), 'first');
      decide = () => lasting('other');
      await answer(ask('GET', '/a', 'guest'), 'first');
      expect(asked.length).toBe(1);
      door.tell(filesRemoved, { repository: 'jars' });
      await answer(ask('GET', '/a'), 'other');
      expect(asked.length).toBe(2);
    });

    it('is asked for again with a condition or a range, by HEAD, and under another name', async () => {
      decide = () => lasting('first');
      await answer(ask('GET', '/a'), 'first');
      await answer(ask('GET', '/a', 'developer', 'If-None-Match: "x"\r\n'), 'first');
      await answer(ask('GET', '/a', 'developer', 'Range: bytes=0-1\r\n'), 'first');
      await answer(ask('HEAD', '/a'), '\r\n\r\n');
      await answer(ask('GET', '/b'), 'first');
      expect(asked.length).toBe(5);
    });

    it('that is a computed index is asked for again when its directory is told of', async () => {
      decide = () => ({ ...plain(200, 'index'), lasting: { index: 'org/lib' } });
      await answer(ask('GET', '/org/lib/maven-metadata.xml'), 'index');
      door.tell(indexChanged, { repository: 'jars', directories: ['org/other', 'org'] });
      door.tell(indexChanged, { repository: 'others', directories: ['org/lib'] });
      decide = () => ({ ...plain(200, 'newer'), lasting: { index: 'org/lib' } });
      await answer(ask('GET', '/org/lib/maven-metadata.xml'), 'index');
      expect(asked.length).toBe(1);
      door.tell(indexChanged, { repository: 'jars', directories: ['org/lib/1', 'org/lib'] });
      await answer(ask('GET', '/org/lib/maven-metadata.xml'), 'newer');
      expect(asked.length).toBe(2);
    });

    it('is not given to those who may not read, and nothing else is kept', async () => {
      decide = () => lasting('first');
      await answer(ask('GET', '/a'), 'first');
      await answer(ask('GET', '/a', 'stranger'), ' 404 ');
      decide = () => plain(200, 'changing');
      await answer(ask('GET', '/c'), '\r\n\r\nchanging');
      await answer(ask('GET', '/c'), '\r\n\r\nchanging');
      expect(asked.length).toBe(3);
    });
  });

  it.each(['PUT', 'DELETE'])('does not let a reader %s', async (method) => {
    const text = await answer(ask(method, '/a', 'guest'), '\r\n\r\nyou may read');
    expect(text).toMatch(/^HTTP\/1\.1 403 you may read this repository, but not /);
    expect(asked).toEqual([]);
  });

  describe('an upload', () => {
    let stored: Map<string, string>;

    beforeEach(() => {
      stored = new Map();
      decide = ({ method, path }) => {
        if (method === 'PUT') return { is: 'upload', address: `${door.address}${path}`, ticket: path };
        const text = stored.get(path);
        if (method === 'DELETE') stored.delete(path);
        return text === undefined ? plain(404, 'no such file') : plain(200, text);
      };
      serve = (req, res) => {
        let body = '';
        req.setEncoding('utf8').on('data', (text: string) => (body += text));
        req.on('end', () => {
          setTimeout(() => {
            stored.set(req.url ?? '', body);
            res.end(
              JSON.stringify({
                is: 'answer',
                status: 201,
                headers: { 'Content-Length': '0' },
              } satisfies FileAnswer),
            );
          }, 30);
        });
      };
    });

    it('has its effect before the next request of its connection is looked at', async () => {
      const text = await answer(
        put('/a', 5) + 'piped' + ask('GET', '/a') + ask('DELETE', '/a') + ask('GET', '/a'),
        '404 no such file',
      );
      expect(text).toMatch(
        /^HTTP\/1\.1 201 [^]*HTTP\/1\.1 200 piped[^]*HTTP\/1\.1 200 piped[^]*HTTP\/1\.1 404 /,
      );
    });

    it('comes with a length, in chunks, or empty', async () => {
      await answer(put('/length', 3) + 'abc', '201 Created');
      await answer(
        `${put('/chunks', 0).replace('Content-Length: 0', 'Transfer-Encoding: chunked')}3\r\nabc\r\n0\r\n\r\n`,
        '201 Created',
      );
      await answer(ask('PUT', '/empty'), '201 Created');
      expect([...stored]).toEqual([
        ['/length', 'abc'],
        ['/chunks', 'abc'],
        ['/empty', ''],
      ]);
    });

    it('in a transfer coding that we do not undo is refused', async () => {
      const coded = put('/a', 0).replace('Content-Length: 0', 'Transfer-Encoding: gzip, chunked');
      await answer(`${coded}3\r\nabc\r\n0\r\n\r\n`, '501 no transfer coding but chunked');
      expect(asked).toEqual([]);
    });

    it('is asked for only after the decision', async () => {
      let allow = (): void => undefined;
      const ready = new Promise<void>((resolve) => (allow = resolve));
      decide = async ({ path }) => {
        await ready;
        return { is: 'upload', address: `${door.address}${path}`, ticket: 't' };
      };
      const wire = await door.dial();
      wire.say(put('/a', 3, 'Expect: 100-continue\r\n'));
      await eventually(() => asked.length === 1);
      expect(wire.heard).toBe('');
      allow();
      await wire.hear('100 Continue');
      wire.say('abc');
      await wire.hear('201 Created');
    });

    it('leaves nothing when the client goes away, also when it had announced no length', async () => {
      let broken = 0;
      let givenUp = 0;
      serve = (req, res) => {
        if (req.method === 'DELETE') {
          givenUp += 1;
          return void res.writeHead(204).end();
        }
        req
          .resume()
          .on('error', () => (broken += 1))
          .on('end', () => stored.set('ended', ''));
      };
      const chunked = put('/a', 0).replace('Content-Length: 0', 'Transfer-Encoding: chunked');
      for (const [index, request] of [`${put('/a', 9)}half`, `${chunked}4\r\nhalf\r\n`].entries()) {
        const wire = await door.dial();
        wire.say(request);
        await eventually(() => asked.length === index + 1);
        wire.socket.end();
        await eventually(() => broken === index + 1 && givenUp === index + 1);
      }
      expect(stored.size).toBe(0);
    });

    it('whose body stops coming is 408, and its connection ends', async () => {
      const wire = await door.dial();
      wire.say(`${put('/a', 9)}half`);
      await wire.hear('408 no byte of the body came for 0.3 seconds');
      expect(wire.heard).toContain('Connection: close');
      wire.socket.end();
      await eventually(() => wire.ended);
      expect(stored.size).toBe(0);
    });

    it('whose bytes come one by one is stored', async () => {
      const wire = await door.dial();
      wire.say(put('/a', 5));
      for (const byte of 'bytes') {
        await pause(80);
        wire.say(byte);
      }
      await wire.hear('201 Created');
      expect(stored.get('/a')).toBe('bytes');
    });

    it('is not given up while the service takes its time', async () => {
      serve = (req, res) =>
        void req.resume().on('end', () => {
          const done: FileAnswer = { is: 'answer', status: 201, headers: { 'Content-Length': '0' } };
          setTimeout(() => res.end(JSON.stringify(done)), 600);
        });
      await answer(put('/a', 5) + 'bytes', '201 Created');
    });

    it('that fails before its end is 503 and keeps the connection', async () => {
      serve = (_, res) => void res.writeHead(503, { Connection: 'close' }).end();
      const wire = await door.dial();
      wire.say(put('/a', 4_000_000) + 'x'.repeat(1_000_000));
      await wire.hear('503 the repository cannot be reached');
      wire.say('x'.repeat(3_000_000) + ask('GET', '/none'));
      await wire.hear('404 no such file');
    });

    it('is refused before its end and keeps the connection', async () => {
      serve = (_, res) => void res.end(JSON.stringify(plain(413, 'too large')));
      const wire = await door.dial();
      wire.say(put('/a', 400_000));
      await wire.hear('\r\n\r\ntoo large');
      wire.say('x'.repeat(400_000) + ask('GET', '/none'));
      await wire.hear('404 no such file');
    });
  });

  describe('a download', () => {
    const large = Array.from({ length: 120_000 }, (_, index) => index).join();

    it('of a granted blob is read from the store', async () => {
      const file = join(store, 'blob');
      await writeFile(file, large);
      decide = () => ({
        is: 'grant',
        status: 206,
        headers: { 'Content-Length': '300003' },
        file,
        offset: 2,
        length: 300_003,
      });
      const text = await answer(ask('GET', '/a') + ask('HEAD', '/a'), large.slice(299_900, 300_005));
      expect(text).toMatch(/^HTTP\/1\.1 206 /);
      expect(text.split('\r\n\r\n')[1].slice(0, 300_003)).toBe(large.slice(2, 300_005));
    });

    it.each([
      ['outside of the store', '/etc/passwd'],
      ['up from the store', '../passwd'],
      ['that is not there', 'none'],
    ])('of a blob %s is asked for again', async (_, name) => {
      const file = name.startsWith('/') ? name : `${store}/${name}`;
      decide = ({ direct }) =>
        direct
          ? { is: 'grant', status: 200, headers: {}, file, offset: 0, length: 10 }
          : plain(200, 'from the service');
      await answer(ask('GET', '/a'), '\r\n\r\nfrom the service');
      expect(asked.map(({ direct }) => direct)).toEqual([true, false]);
    });

    it('of a blob that is too short cuts the connection', async () => {
      const file = join(store, 'blob');
      await writeFile(file, 'short');
      decide = () => ({
        is: 'grant',
        status: 200,
        headers: { 'Content-Length': '10' },
        file,
        offset: 0,
        length: 10,
      });
      const wire = await door.dial();
      wire.say(ask('GET', '/a'));
      await eventually(() => wire.ended);
    });

    it('by ticket streams what the service sends, under the headers of the decision', async () => {
      decide = () => ({
        is: 'download',
        status: 200,
        headers: { 'Content-Length': String(large.length) },
        address: door.address,
        ticket: 't',
      });
      serve = (_, res) => void res.writeHead(200, { 'X-Internal': 'secret' }).end(large);
      const text = await answer(ask('GET', '/a'), large.slice(-100));
      expect(text.endsWith(`\r\n\r\n${large}`)).toBe(true);
      expect(text).not.toContain('X-Internal');
    });

    it('by ticket comes byte for byte to a client that reads slowly', async () => {
      const body = randomBytes(8 * 1024 * 1024);
      const headers = { 'Content-Length': String(body.length) };
      decide = () => ({ is: 'download', status: 200, headers, address: door.address, ticket: 't' });
      serve = (_, res) => void res.end(body);
      const wire = await door.dial();
      wire.socket.on('data', () => {
        wire.socket.pause();
        setTimeout(() => wire.socket.resume(), 1);
      });
      wire.say(ask('GET', '/a'));
      await wire.hear(body.subarray(-100).toString('latin1'));
      const received = Buffer.from(wire.heard, 'latin1');
      expect(received.subarray(received.indexOf('\r\n\r\n') + 4).equals(body)).toBe(true);
    });

    it('by ticket that fails is 503, and one that breaks off cuts the connection', async () => {
      decide = () => ({
        is: 'download',
        status: 200,
        headers: { 'Content-Length': '100' },
        address: door.address,
        ticket: 't',
      });
      serve = (_, res) => void res.writeHead(500).end();
      await answer(ask('GET', '/a'), '503 the repository cannot be reached, try again');
      serve = (req, res) => {
        res.write('half');
        setTimeout(() => req.socket.destroy(), 20);
      };
      const wire = await door.dial();
      wire.say(ask('GET', '/a'));
      await eventually(() => wire.ended);
      expect(wire.heard).toContain('half');
    });
  });
});
