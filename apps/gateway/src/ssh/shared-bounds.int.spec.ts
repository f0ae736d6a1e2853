import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { Hearing } from '@holdfast/platform/rpc';
import { basic, DoorFixture, eventually } from '../bytes/byte-door.fixture.js';
import { OpenReads } from '../bytes/open-reads.js';
import { TransferSlots } from '../bytes/slots/transfer-slots.js';
import { begun, outcome, SshDoorFixture } from './ssh-door.fixture.js';

const talk = (word: string): string => `git-${word} 'acme/projects/web/repositories/git/code'`;
const fetching = talk('upload-pack');
const fetchingOverHttp =
  'POST /acme/projects/web/repositories/git/team/code/git-upload-pack HTTP/1.1\r\nHost: x\r\n' +
  `${basic('developer')}Content-Type: application/x-git-upload-pack-request\r\nContent-Length: 0\r\n\r\n`;

describe('conversations over SSH and transfers over HTTP', () => {
  let ssh: SshDoorFixture;
  afterEach(() => ssh.close());

  it('have the same slots: one waits for the other', async () => {
    const slots = new TransferSlots({ upload: 1, download: 1, fetch: 1, push: 1 });
    /** Those that a byte process carries out. */
    const begins: ServerResponse[] = [];
    const serve = (req: IncomingMessage, res: ServerResponse): void => {
      req.resume();
      begins.push(res);
    };
    ssh = await SshDoorFixture.open(serve, { slots });
    const shared = { slots, reads: new OpenReads({ hears: () => new Hearing() }) };
    const http = await DoorFixture.open(serve, (address) => () => ({ address, ticket: 't' }), { shared });
    try {
      const client = await ssh.client();
      const first = await begun(client, fetching);
      await eventually(() => begins.length === 1);
      const wire = await http.dial();
      wire.say(fetchingOverHttp);
      await pause(100);
      expect(begins).toHaveLength(1);
      begins[0].end('first');
      expect((await first.ended).out).toBe('first');
      await eventually(() => begins.length === 2);
      const last = await begun(client, fetching);
      const push = await begun(client, talk('receive-pack'));
      await eventually(() => begins.length === 3);
      begins[2].end('a push has one of its own');
      expect((await push.ended).out).toBe('a push has one of its own');
      expect(begins).toHaveLength(3);
      begins[1].end('second');
      await wire.hear('second');
      await eventually(() => begins.length === 4);
      begins[3].end('last');
      expect((await last.ended).out).toBe('last');
    } finally {
      await http.close();
    }
  });

  it('are charged to the rates of who asks, and what is over them is refused in one line', async () => {
    const serve = (_: IncomingMessage, res: ServerResponse): void => void res.end('all');
    ssh = await SshDoorFixture.open(serve, { rates: { account: { perSecond: 0.01, burst: 1 } } });
    const client = await ssh.client();
    expect((await outcome(client, fetching)).out).toBe('all');
    expect(await outcome(client, fetching)).toEqual({
      code: 128,
      out: '',
      err: expect.stringMatching(/^too many requests, try again in \d+ seconds\n$/) as string,
    });
    expect(ssh.opened).toHaveLength(1);
    expect((await outcome(await ssh.client('guest'), fetching)).out).toBe('all');
  });
});
