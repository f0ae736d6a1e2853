import type { IncomingMessage } from 'node:http';
import type { OpenTransfer } from '@holdfast/contracts';
import { basic, DoorFixture } from '../byte-door.fixture.js';
import type { ServedKind } from './vcs-door.js';

const base = '/acme/projects/web/repositories/subversion/tree';
const reading = ['GET', 'PROPFIND', 'REPORT'];

/** Speaks as WebDAV does: the method says what is done, the path is the engine's, and refusals are XML. */
const dav: ServedKind = {
  id: 'subversion',
  transfers: { read: 'read', write: 'write' },
  http: {
    writing: 'commit to it',
    answerHeaders: ['dav'],
    refusalBody: ({ status, reason }) => ({ type: 'text/xml', text: `<é status="${status}">${reason}</é>` }),
    asked: ({ method = '', headers }, { rest, query }) => {
      const [, repository, path] = /^(tree|gone)(\/.*)$/.exec(rest) ?? [];
      if (repository === undefined) return { status: 404, reason: 'no such tree' };
      const depth: Record<string, string> = typeof headers.depth === 'string' ? { depth: headers.depth } : {};
      return {
        repository,
        service: reading.includes(method) ? 'read' : 'write',
        exchange: { method, path: query === '' ? path : `${path}?${query}`, headers: depth },
        refused:
          method === 'LOCK' ? { status: 405, reason: 'no locks', headers: ['Allow', 'GET'] } : undefined,
      };
    },
  },
};

describe('the door for a kind that is not the usual one', () => {
  let door: DoorFixture;
  let opened: OpenTransfer[];
  let seen: { method?: string; url?: string; headers: IncomingMessage['headers']; body: string }[];

  beforeEach(async () => {
    opened = [];
    seen = [];
    door = await DoorFixture.open(
      (req, res) => {
        let body = '';
        req
          .setEncoding('utf8')
          .on('data', (piece: string) => (body += piece))
          .on('end', () => {
            seen.push({ method: req.method, url: req.url, headers: req.headers, body });
            res.writeHead(207, 'Multi-Status', { DAV: '1,2', 'X-Internal': 'x' }).end('answered');
          });
      },
      (address) => (_: string, input: never) => {
        opened.push(input);
        return { address, ticket: 't' };
      },
      { kinds: [dav] },
    );
  });
  afterEach(() => door.close());

  const answer = async (
    line: string,
    who: Parameters<typeof basic>[0],
    until: string,
    more = '\r\n',
  ): Promise<string> => {
    const wire = await door.dial();
    wire.say(`${line} HTTP/1.1\r\nHost: x\r\n${basic(who)}${more}`);
    return wire.hear(until);
  };

  it('asks the engine what the kind says, with the body, and shows the headers that the kind names', async () => {
    const text = await answer(
      `REPORT ${base}/!svn/rvr/5/trunk?x`,
      'guest',
      'answered',
      'Depth: 1\r\nLabel: x\r\nContent-Length: 5\r\n\r\nwhat?',
    );
    expect(text).toMatch(/^HTTP\/1\.1 207 Multi-Status\r\n[^]*\r\ndav: 1,2\r\n/);
    expect(text).not.toContain('X-Internal');
    const exchange = { method: 'REPORT', path: '/!svn/rvr/5/trunk?x', headers: { depth: '1' } };
    expect(opened).toEqual([{ service: 'read', exchange }]);
    expect(seen).toMatchObject([{ method: 'REPORT', url: '/!svn/rvr/5/trunk?x', body: 'what?' }]);
  });

  it('refuses those who may only read what the kind says is a write, whatever the method', async () => {
    const refused = 'you may read this repository, but not commit to it';
    const text = await answer(`MKACTIVITY ${base}/!svn/act/1`, 'guest', '</');
    expect(text).toMatch(new RegExp(`^HTTP/1\\.1 403 ${refused}\r\nContent-Type: text/xml\r\n`));
    expect(opened).toEqual([]);
  });

  it('words its refusals as the kind does, those before the kind was asked included', async () => {
    const body = Buffer.from('<é status="404">no such tree</é>');
    const text = await answer(`GET ${base}x/`, 'developer', 'no such tree</');
    expect(text).toContain(`\r\nContent-Length: ${body.length}\r\n`);
    expect(await answer(`GET ${base}/`, 'nobody', '</')).toContain('status="401">credentials');
  });

  it('tells what is wrong with a request to those only who may make it', async () => {
    expect(await answer(`LOCK ${base}/a`, 'guest', '\r\n\r\n')).toMatch(/^HTTP\/1\.1 403 /);
    const text = await answer(`LOCK ${base}/a`, 'developer', '\r\n\r\n');
    expect(text).toMatch(/^HTTP\/1\.1 405 no locks\r\n[^]*\r\nAllow: GET\r\n/);
  });

  it('is closed to the pages of other sites, whatever credentials a browser sends along', async () => {
    const asked = async (origin: string): Promise<string> =>
      answer(`POST ${base}/a`, 'developer', '</', `Origin: ${origin}\r\nContent-Length: 0\r\n\r\n`);
    for (const origin of ['http://evil.example', 'null', 'http://x.evil.example'])
      expect(await asked(origin)).toMatch(/^HTTP\/1.1 403 /);
    expect(opened).toEqual([]);
    const own = `Origin: http://x\r\nContent-Length: 0\r\n\r\n`;
    expect(await answer(`POST ${base}/a`, 'developer', 'answered', own)).toMatch(/^HTTP\/1.1 207 /);
  });
});
