import type { IncomingMessage, ServerResponse } from 'node:http';
import type { OpenedTransfer, OpenTransfer } from '@holdfast/contracts';
import { DomainError } from '@holdfast/kernel';
import { basic, DoorFixture, eventually } from '../byte-door.fixture.js';

const code = '/acme/projects/web/repositories/git/team/code';
const head = (line: string, ...headers: string[]): string =>
  `${line} HTTP/1.1\r\nHost: x\r\n${headers.join('')}\r\n`;
const refs = (service: string, who: Parameters<typeof basic>[0], at = code): string =>
  head(`GET ${at}/info/refs?service=git-${service}`, basic(who));
const fetching = (length: number, ...headers: string[]): string =>
  head(
    `POST ${code}/git-upload-pack`,
    'Content-Type: application/x-git-upload-pack-request\r\n',
    `Content-Length: ${length}\r\n`,
    ...headers,
  );

describe('the door for git', () => {
  let door: DoorFixture;
  let opened: { subject: string; input: OpenTransfer }[];
  let serve: (req: IncomingMessage, res: ServerResponse) => void;
  let open: () => OpenedTransfer | undefined;

  beforeEach(async () => {
    opened = [];
    open = () => undefined;
    serve = (req, res) => {
      req.resume().on('end', () => res.end('a pack'));
    };
    door = await DoorFixture.open(
      (req, res) => serve(req, res),
      (address) => (subject: string, input: never) => {
        opened.push({ subject, input });
        return open() ?? { address, ticket: 'a-ticket' };
      },
    );
  });
  afterEach(() => door.close());

  const answer = async (request: string, until = '\r\n\r\n'): Promise<string> => {
    const wire = await door.dial();
    wire.say(request);
    return wire.hear(until);
  };

  it.each([
    [`GET ${code}/info/refs?service=git-upload-pack`],
    [`GET ${code}/HEAD`],
    [`DELETE ${code}`],
    ['GET /nobody/projects/no/repositories/mercurial/no'],
    ['PUT /%zz/projects/no/repositories/maven/%00'],
  ])('asks for credentials before anything else: %s', async (line) => {
    const text = await answer(head(line));
    expect(text).toMatch(/^HTTP\/1\.1 401 credentials required\r\n/);
    expect(text).toContain('\r\nWWW-Authenticate: Basic realm="Holdfast"\r\n');
    expect(opened).toEqual([]);
  });

  it.each([
    ['wrong credentials', refs('upload-pack', 'nobody'), 401],
    ["another company's address", refs('upload-pack', 'developer', code.replace('acme', 'other')), 401],
    ['a project that the caller does not see', refs('upload-pack', 'stranger'), 404],
    ['a repository that is not there', refs('upload-pack', 'guest', `${code}x`), 404],
    ['a repository of another kind', refs('upload-pack', 'guest', code.replace('team/code', 'jars')), 404],
    ['an encoded slash', refs('upload-pack', 'guest', code.replace('team/', 'team%2F')), 404],
    ["the dumb protocol's refs", head(`GET ${code}/info/refs`, basic('guest')), 404],
    ['a push by a reader', refs('receive-pack', 'guest'), 403],
    [
      'a push to a deactivated repository',
      refs('receive-pack', 'developer', code.replace('team/code', 'gone-1')),
      403,
    ],
    ['a wrong method', head(`GET ${code}/git-upload-pack`, basic('guest')), 405],
    [
      'a wrong content type',
      head(`POST ${code}/git-upload-pack`, basic('guest'), 'Content-Length: 0\r\n'),
      415,
    ],
    ['an unknown content encoding', fetching(0, basic('guest'), 'Content-Encoding: br\r\n'), 415],
  ])('refuses %s with a reason in the status line and in the body', async (_, request, status) => {
    const wire = await door.dial();
    wire.say(request);
    const [, given, reason] = /^HTTP\/1\.1 (\d+) ([\x20-\x7e]+)\r\n/.exec(await wire.hear('\r\n\r\n')) ?? [];
    expect(Number(given)).toBe(status);
    expect(await wire.hear(`\r\n\r\n${reason}\n`)).toContain(
      '\r\nContent-Type: text/plain; charset=utf-8\r\n',
    );
    expect(opened).toEqual([]);
  });

  it('opens the transfer on the node of the repository and shows its answer, not its secrets', async () => {
    let seen: IncomingMessage | undefined;
    serve = (req, res) => {
      seen = req;
      res.writeHead(200, {
        'Content-Type': 'application/x-git-upload-pack-advertisement',
        'X-Internal': 'secret',
        'Set-Cookie': 'a=b',
      });
      res.end('the refs');
    };
    const request = head(
      `GET ${code}.git/info/refs?service=git-upload-pack`,
      basic('guest'),
      'Git-Protocol: version=2\r\n',
      'x-hf-ticket: forged\r\n',
      'x-hf-more: forged\r\n',
    );
    const text = await answer(request, 'the refs');
    expect(text).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(text).not.toMatch(/X-Internal|Set-Cookie/i);
    expect(opened).toEqual([
      {
        subject: 'repository.transfer.open.v1.node-1',
        input: {
          service: 'upload-pack',
          exchange: { method: 'GET', path: '/advertise', headers: { 'git-protocol': 'version=2' } },
        },
      },
    ]);
    expect(seen?.url).toBe('/advertise');
    expect(seen?.headers['x-hf-ticket']).toBe('a-ticket');
    expect(Object.keys(seen?.headers ?? {})).not.toContain('x-hf-more');
    expect(Object.keys(seen?.headers ?? {})).not.toContain('authorization');
  });

  it('answers HEAD without a body and goes on with the connection', async () => {
    serve = (_, res) => void res.end('the refs');
    const wire = await door.dial();
    wire.say(head(`HEAD ${code}/info/refs?service=git-upload-pack`, basic('guest')));
    expect(await wire.hear('\r\n\r\n')).not.toContain('the refs');
    wire.say(refs('upload-pack', 'guest'));
    expect(await wire.hear('the refs')).toMatch(/200 OK[^]*200 OK/);
  });

  it('asks a waiting client for its body only after the decision', async () => {
    const wire = await door.dial();
    wire.say(fetching(4, basic('guest'), 'Expect: 100-continue\r\n'));
    expect(await wire.hear('\r\n\r\n')).toBe('HTTP/1.1 100 Continue\r\n\r\n');
    wire.say('want');
    expect(await wire.hear('a pack')).toContain('HTTP/1.1 200 OK');
  });

  it('refuses a waiting client without asking for its body, and ends the connection', async () => {
    const wire = await door.dial();
    wire.say(fetching(4, 'Expect: 100-continue\r\n'));
    expect(await wire.hear('credentials required\n')).toMatch(
      /^HTTP\/1\.1 401 [^]*\r\nConnection: close\r\n/,
    );
    wire.socket.end();
    await eventually(() => wire.ended);
  });

  it('refuses at once, drops the body that follows, and takes the next request on the connection', async () => {
    const wire = await door.dial();
    wire.say(fetching(1_000_000));
    await wire.hear('credentials required\n');
    wire.say('x'.repeat(1_000_000) + refs('upload-pack', 'guest'));
    expect(await wire.hear('a pack')).toContain('HTTP/1.1 200 OK');
  });

  it('breaks the transfer when the client goes away in the middle of the body', async () => {
    let ended = false;
    let broken = false;
    let begun = false;
    serve = (req) => {
      begun = true;
      req
        .resume()
        .on('end', () => (ended = true))
        .on('error', () => (broken = true));
    };
    const wire = await door.dial();
    wire.say(fetching(100, basic('guest')) + 'half');
    // Who goes before that has nothing that could be broken.
    await eventually(() => opened.length === 1 && begun);
    wire.socket.destroy();
    await eventually(() => broken);
    expect(ended).toBe(false);
  });

  it('breaks the transfer when the client goes away while the answer is made', async () => {
    let closed = false;
    let begun = false;
    serve = (_, res) => {
      begun = true;
      res.on('close', () => (closed = true));
    };
    const wire = await door.dial();
    wire.say(fetching(4, basic('guest')) + 'want');
    await eventually(() => opened.length === 1 && begun);
    wire.socket.destroy();
    await eventually(() => closed);
  });

  it.each([
    ['refuses the connection', () => ({ address: 'http://127.0.0.1:1', ticket: 't' }), undefined],
    ['hangs up', () => undefined, (req: IncomingMessage) => req.socket.destroy()],
    [
      'does not know the ticket',
      () => undefined,
      (_: IncomingMessage, res: ServerResponse) => res.writeHead(421).end(),
    ],
  ])('is 503 when the byte process %s', async (_, address, behaviour) => {
    open = address;
    if (behaviour) serve = (req, res) => void behaviour(req, res);
    const text = await answer(fetching(4, basic('guest')) + 'want', 'try again\n');
    expect(text).toMatch(
      /^HTTP\/1\.1 503 the repository cannot be reached, try again\r\n[^]*\r\nRetry-After: 1\r\n/,
    );
  });

  it('is 503 when the node does not answer', async () => {
    open = () => {
      throw DomainError.unavailable('repository does not answer');
    };
    const text = await answer(refs('upload-pack', 'guest'), 'try again\n');
    expect(text).toMatch(
      /^HTTP\/1\.1 503 repository does not answer, try again\r\n[^]*\r\nRetry-After: 1\r\n/,
    );
  });

  it('cuts the connection when the byte process breaks off in the middle of its answer', async () => {
    serve = (req, res) => {
      res.write('half a pack');
      setTimeout(() => req.socket.destroy(), 20);
    };
    const wire = await door.dial();
    wire.say(refs('upload-pack', 'guest'));
    await eventually(() => wire.ended);
    expect(wire.heard).toContain('half a pack');
    expect(wire.heard).not.toContain('0\r\n\r\n');
  });

  it('passes on a refusal that comes before the end of the body, and keeps the connection', async () => {
    serve = (_, res) =>
      void res
        .writeHead(413, 'the pack is too large', { 'Content-Type': 'text/plain', 'Content-Length': 9 })
        .end('too large');
    const wire = await door.dial();
    wire.say(fetching(300_000, basic('guest')));
    expect(await wire.hear('too large')).toMatch(/^HTTP\/1\.1 413 the pack is too large\r\n/);
    serve = (_, res) => void res.end('the refs');
    await wire.hear('\r\n\r\ntoo large');
    wire.say('x'.repeat(300_000) + refs('upload-pack', 'guest'));
    await wire.hear('the refs');
  });
});
