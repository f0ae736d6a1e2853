import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { accessChanged, type OpenedTransfer } from '@holdfast/contracts';
import { leaseHeader } from '@holdfast/kernel';
import { basic, DoorFixture, eventually } from '../byte-door.fixture.js';

const code = '/acme/projects/web/repositories/git/team/code';
const permit = { name: 'f'.repeat(32), secret: 'secret' };

const asking = (who: Parameters<typeof basic>[0], ...headers: string[]): string =>
  `GET ${code}/info/refs?service=git-upload-pack HTTP/1.1\r\nHost: x\r\n${basic(who)}${headers.join('')}\r\n`;
const fetching = (body: string, ...headers: string[]): string =>
  `POST ${code}/git-upload-pack HTTP/1.1\r\nHost: x\r\n${basic('guest')}` +
  'Content-Type: application/x-git-upload-pack-request\r\n' +
  `Content-Length: ${body.length}\r\n${headers.join('')}\r\n${body}`;

const headOf = (body: string, lease = '5000 one') => ({
  [leaseHeader]: lease,
  'Content-Length': body.length,
});

describe('an answer with a lease', () => {
  let door: DoorFixture;
  let asked: number;
  let lease: string;
  let answering: (res: ServerResponse, body: string) => void;
  const ended = new Set<string>();

  beforeEach(async () => {
    asked = 0;
    lease = '5000 one';
    ended.clear();
    answering = (res, body) =>
      void res.writeHead(200, 'Fine', { ...headOf(body, lease), 'Content-Type': 'text/x' }).end(body);
    door = await DoorFixture.open(
      (req: IncomingMessage, res) => {
        req.resume().on('end', () => answering(res, `answer ${(asked += 1)}`));
      },
      (address) => (): OpenedTransfer => ({ address, ticket: 'ticket', permit }),
      { ended },
    );
  });
  afterEach(() => door.close());

  const answer = async (request: string, until = /answer \d+$/): Promise<string> => {
    const wire = await door.dial();
    wire.say(request);
    await eventually(() => until.test(wire.heard));
    wire.socket.destroy();
    return wire.heard;
  };
  const told = async (request: string): Promise<string | undefined> =>
    /answer \d+$/.exec(await answer(request))?.[0];

  it('is given again to the same question of the same caller, and looks as the first time', async () => {
    const first = await answer(asking('guest', 'X-Request-Id: one\r\n'));
    const again = await answer(asking('guest', 'X-Request-Id: two\r\n'));
    expect(first).toMatch(/^HTTP\/1\.1 200 Fine\r\n/);
    expect(first).not.toContain(leaseHeader);
    expect(first).toContain('\r\nContent-Type: text/x\r\n'.toLowerCase());
    expect(again).toBe(first.replace('X-Request-Id: one', 'X-Request-Id: two'));
    expect(asked).toBe(1);
  });

  it('is given without its body to HEAD', async () => {
    await answer(asking('guest'));
    const wire = await door.dial();
    wire.say(asking('guest').replace('GET', 'HEAD') + asking('guest'));
    await eventually(() => wire.heard.endsWith('answer 1'));
    expect(wire.heard.split('answer 1')).toHaveLength(2);
    expect(wire.heard.split('HTTP/1.1 200 Fine')).toHaveLength(3);
    expect(asked).toBe(1);
  });

  it('is not given to others, nor to other questions', async () => {
    expect(await told(asking('guest'))).toBe('answer 1');
    expect(await told(asking('developer'))).toBe('answer 2');
    expect(await told(asking('guest', 'Git-Protocol: version=2\r\n'))).toBe('answer 3');
    expect(await told(fetching('want'))).toBe('answer 4');
    expect(await told(fetching('more'))).toBe('answer 5');
    expect(await told(fetching('want', 'Content-Encoding: gzip\r\n'))).toBe('answer 6');
    expect(await told(asking('guest'))).toBe('answer 1');
    expect(await told(fetching('want'))).toBe('answer 4');
  });

  it('stands for those to other questions while the state is the same', async () => {
    lease = '60 one';
    expect(await told(fetching('want'))).toBe('answer 1');
    await sleep(70);
    lease = '5000 one';
    expect(await told(asking('guest'))).toBe('answer 2');
    expect(await told(fetching('want'))).toBe('answer 1');
    expect(asked).toBe(2);
  });

  it('stands for none of another state', async () => {
    lease = '60 one';
    expect(await told(fetching('want'))).toBe('answer 1');
    await sleep(70);
    lease = '5000 two';
    expect(await told(asking('guest'))).toBe('answer 2');
    expect(await told(fetching('want'))).toBe('answer 3');
    expect(await told(asking('guest'))).toBe('answer 2');
  });

  it('is over after its time', async () => {
    lease = '60 one';
    expect(await told(asking('guest'))).toBe('answer 1');
    await sleep(70);
    expect(await told(asking('guest'))).toBe('answer 2');
  });

  it('is over as soon as a change of rights is told, and when a byte process has gone', async () => {
    expect(await told(asking('guest'))).toBe('answer 1');
    door.tell(accessChanged, { company: 'company', accounts: ['guest'] });
    expect(await told(asking('guest'))).toBe('answer 2');
    await door.endConnections();
    expect(await told(asking('guest'))).toBe('answer 3');
    ended.add('guest');
    door.tell(accessChanged, { company: 'company', accounts: ['guest'] });
    expect(await answer(asking('guest'), /\r\n\r\n/)).toMatch(/^HTTP\/1\.1 401 /);
  });

  it.each([
    ['without a time', (res: ServerResponse, body: string) => void res.end(body)],
    [
      'whose time makes no sense',
      (res: ServerResponse, body: string) => void res.writeHead(200, headOf(body, '1e9 one')).end(body),
    ],
    [
      'that is a refusal',
      (res: ServerResponse, body: string) => void res.writeHead(409, headOf(body)).end(body),
    ],
    [
      'of no known length',
      (res: ServerResponse, body: string) => {
        res.writeHead(200, { [leaseHeader]: '5000 one' }).write('in two pieces: ');
        res.end(body);
      },
    ],
    [
      'that is long',
      (res: ServerResponse, body: string) => {
        const long = ' '.repeat(5_000) + body;
        res.writeHead(200, headOf(long)).end(long);
      },
    ],
  ])('is none %s', async (_, answers) => {
    answering = answers;
    const heard = async (): Promise<string> => answer(asking('guest'), /answer \d/);
    expect(await heard()).toContain('answer 1');
    expect(await heard()).toContain('answer 2');
  });

  it('is none to a question that is long, or of which not all is there', async () => {
    const long = 'x'.repeat(5_000);
    expect(await told(fetching(long))).toBe('answer 1');
    expect(await told(fetching(long))).toBe('answer 2');
    for (const number of [3, 4]) {
      const wire = await door.dial();
      wire.say(fetching('half').slice(0, -2));
      await sleep(20);
      wire.say('lf');
      await wire.hear(`answer ${number}`);
    }
  });

  it('that breaks off is a failure, and is not kept', async () => {
    const good = answering;
    answering = (res) => {
      res.writeHead(200, { [leaseHeader]: '5000 one', 'Content-Length': 20 }).write('half');
      setTimeout(() => res.destroy(), 20);
    };
    expect(await answer(asking('guest'), /try again\n$/)).toMatch(/^HTTP\/1\.1 503 /);
    answering = good;
    expect(await told(asking('guest'))).toBe('answer 2');
  });
});
