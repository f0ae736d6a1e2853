import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  accessChanged,
  permitHeaders,
  readExchange,
  sealOf,
  type OpenedTransfer,
  type OpenTransfer,
} from '@holdfast/contracts';
import { basic, DoorFixture, eventually } from '../byte-door.fixture.js';

const code = '/acme/projects/web/repositories/git/team/code';
const permit = { name: 'f'.repeat(32), secret: 'secret' };

const head = (line: string, ...headers: string[]): string =>
  `${line} HTTP/1.1\r\nHost: x\r\n${headers.join('')}\r\n`;
const refs = (who: Parameters<typeof basic>[0], service = 'upload-pack', ...headers: string[]): string =>
  head(`GET ${code}/info/refs?service=git-${service}`, basic(who), ...headers);
const fetching = (who: Parameters<typeof basic>[0]): string =>
  head(
    `POST ${code}/git-upload-pack`,
    ...[basic(who), 'Content-Type: application/x-git-upload-pack-request\r\n', 'Content-Length: 4\r\n'],
  ) + 'want';

describe('the requests of one conversation', () => {
  let door: DoorFixture;
  let opened: OpenTransfer[];
  let seen: { line: string; headers: IncomingMessage['headers']; body: string }[];
  let serve: (res: ServerResponse) => void;
  const ended = new Set<string>();

  beforeEach(async () => {
    [opened, seen] = [[], []];
    ended.clear();
    serve = (res) => void res.end('an answer');
    door = await DoorFixture.open(
      (req, res) => {
        const { method, url, headers } = req;
        let body = '';
        req.on('data', (piece) => (body += String(piece)));
        req.on('end', () => {
          seen.push({ line: `${method} ${url}`, headers, body });
          serve(res);
        });
      },
      (address) =>
        (_, input: never): OpenedTransfer => {
          opened.push(input);
          return { address, ticket: `ticket-${opened.length}`, permit };
        },
      { ended },
    );
  });
  afterEach(() => door.close());

  const answer = async (request: string, until = 'an answer'): Promise<string> => {
    const wire = await door.dial();
    wire.say(request);
    return wire.hear(until);
  };
  /** By what each request came to the byte process. */
  const proofs = () => seen.map(({ headers }) => headers['x-hf-ticket'] ?? headers[permitHeaders.use]);
  const use = expect.stringMatching(/^f{32}\.\d+\.[0-9a-f]{64}$/) as unknown;

  it('are decided by the node once, and each is sealed for itself', async () => {
    await answer(refs('guest', 'upload-pack', 'Git-Protocol: version=2\r\n', 'X-Request-Id: one\r\n'));
    await answer(refs('guest', 'upload-pack', 'Git-Protocol: version=2\r\n', 'X-Request-Id: two\r\n'));
    await answer(fetching('guest'));
    expect(opened).toHaveLength(1);
    expect(proofs()).toEqual(['ticket-1', use, use]);
    expect(seen.map(({ line, body }) => [line, body])).toEqual([
      ['GET /advertise', ''],
      ['GET /advertise', ''],
      ['POST /rpc', 'want'],
    ]);
    for (const [number, { line, headers }] of seen.slice(1).entries()) {
      const [method, path] = line.split(' ');
      const exchange = String(headers[permitHeaders.exchange]);
      const seal = sealOf(permit, number, { method, path, exchange });
      expect(headers[permitHeaders.use]).toBe(`${permit.name}.${number}.${seal}`);
      expect(JSON.stringify(headers)).not.toContain(permit.secret);
    }
    expect(readExchange(String(seen[1].headers[permitHeaders.exchange]))).toEqual({
      ...{ headers: { 'git-protocol': 'version=2' }, requestId: 'two' },
    });
  });

  it('are decided again for somebody else, for what writes, and with headers that are long', async () => {
    await answer(refs('guest'));
    await answer(refs('developer'));
    await answer(refs('developer', 'receive-pack'));
    await answer(refs('developer', 'upload-pack', `Git-Protocol: ${'x'.repeat(7_000)}\r\n`));
    expect(opened.map(({ service }) => service)).toEqual([
      ...['upload-pack', 'upload-pack', 'receive-pack', 'upload-pack'],
    ]);
    expect(proofs()).toEqual(['ticket-1', 'ticket-2', 'ticket-3', 'ticket-4']);
  });

  it('are decided again as soon as a change of rights is told, and end with them', async () => {
    await answer(refs('guest'));
    door.tell(accessChanged, { company: 'company', accounts: ['guest'] });
    await answer(refs('guest'));
    expect(proofs()).toEqual(['ticket-1', 'ticket-2']);
    ended.add('guest');
    expect(await answer(refs('guest'), '\r\n\r\n')).toMatch(/^HTTP\/1\.1 401 /);
    expect(seen).toHaveLength(2);
  });

  it('break off, with a permit as with a ticket, when the right to them ends', async () => {
    await answer(refs('guest'));
    serve = (res) => void res.write('a beginning');
    const wire = await door.dial();
    wire.say(fetching('guest'));
    await wire.hear('a beginning');
    expect(proofs()).toEqual(['ticket-1', use]);
    ended.add('guest');
    door.tell(accessChanged, { company: 'company', accounts: ['guest'] });
    await eventually(() => wire.ended);
  });

  it.each([
    ['refuses one', (res: ServerResponse) => void res.writeHead(421, { Connection: 'close' }).end()],
    ['breaks one off', (res: ServerResponse) => void res.destroy()],
  ])('are decided again when the byte process %s: it may be another', async (_, refusing) => {
    await answer(refs('guest'));
    const good = serve;
    serve = refusing;
    expect(await answer(refs('guest'), '\r\n\r\n')).toMatch(/^HTTP\/1\.1 503 [^]*\r\nRetry-After: 1\r\n/);
    serve = good;
    await answer(refs('guest'));
    expect(proofs()).toEqual(['ticket-1', use, 'ticket-2']);
  });

  it('are decided again when the byte process ends while nobody asks', async () => {
    await answer(refs('guest'));
    await door.endConnections();
    await answer(refs('guest'));
    expect(proofs()).toEqual(['ticket-1', 'ticket-2']);
  });
});
