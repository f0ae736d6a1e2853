import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { accessChanged } from '@holdfast/contracts';
import type { Client, ClientChannel } from 'ssh2';
import { eventually } from '../bytes/byte-door.fixture.js';
import { begun, outcome, SshDoorFixture } from './ssh-door.fixture.js';

const path = 'acme/projects/web/repositories/git/code';
const fetching = `git-upload-pack '${path}'`;

/** What the library keeps to itself: hostile clients say what it would not say. */
interface Protocol {
  channelData(id: number, data: Buffer): void;
  channelWindowAdjust(id: number, bytes: number): void;
  session(id: number, window: number, packetSize: number): void;
  channelClose(id: number): void;
}
const protocolOf = (client: Client): Protocol => (client as unknown as { _protocol: Protocol })._protocol;
const socketOf = (client: Client): { pause(): void } =>
  (client as unknown as { _sock: { pause(): void } })._sock;
const idOf = (channel: ClientChannel): number =>
  (channel as unknown as { outgoing: { id: number } }).outgoing.id;

const closed = (client: Client): Promise<void> =>
  new Promise((resolve) => client.once('close', () => resolve()));

describe('the SSH door', () => {
  let door: SshDoorFixture;
  let serve: (req: IncomingMessage, res: ServerResponse) => void;
  const open = async (options = {}): Promise<void> => {
    door = await SshDoorFixture.open((req, res) => serve(req, res), options);
  };
  beforeEach(() => {
    serve = (req, res) => {
      res.write('the refs');
      let said = '';
      req.on('data', (bytes: Buffer) => (said += bytes.toString()));
      req.on('end', () => res.end(`, after ${said}`));
    };
  });
  afterEach(() => door.close());

  it('carries both sides of a conversation while they speak, and tells how it ended', async () => {
    await open();
    serve = (req, res) => {
      res.write('who is there? ');
      req.once('data', (bytes: Buffer) => {
        res.addTrailers({ 'x-hf-exit': '3', 'x-hf-reason': encodeURIComponent('is ünknown\x1b\r\nto me') });
        res.end(`${bytes.toString()}, oh`);
      });
    };
    const { channel, ended } = await begun(await door.client(), fetching, { GIT_PROTOCOL: 'version=2' });
    channel.write('me');
    expect(await ended).toEqual({ code: 3, out: 'who is there? me, oh', err: 'is ünknown \nto me\n' });
    expect(door.opened).toEqual([
      {
        service: 'upload-pack',
        exchange: { method: 'POST', path: '/session', headers: { 'git-protocol': 'version=2' } },
      },
    ]);
  });

  it.each([
    ['developer', `git-upload-pack '${path}x'`, 'no such repository, or not visible to you\n'],
    [
      'developer',
      `git-upload-pack '${path.replace('acme', 'other')}'`,
      'no such repository, or not visible to you\n',
    ],
    ['developer', `git-upload-pack '/etc'`, 'no such repository, or not visible to you\n'],
    ['guest', `git-receive-pack '${path}'`, 'you may read this repository, but not push to it\n'],
  ] as const)('refuses the %s %s', async (login, command, err) => {
    await open();
    expect(await outcome(await door.client(login), command)).toEqual({ code: 128, out: '', err });
    expect(door.opened).toEqual([]);
  });

  it('says what a byte process refuses, and that one is away', async () => {
    await open();
    serve = (_, res) => res.writeHead(503, 'too many transfers, try again').end();
    const client = await door.client();
    expect((await outcome(client, fetching)).err).toBe('too many transfers, try again\n');
    serve = (_, res) => res.destroy();
    expect((await outcome(client, fetching)).err).toBe('the repository cannot be reached, try again\n');
    serve = (_, res) => void res.write('a part', () => res.destroy());
    expect(await outcome(client, fetching)).toEqual({
      code: 128,
      out: 'a part',
      err: 'the repository cannot be reached, try again\n',
    });
  });

  it('lets in who has a key that somebody has, under one name', async () => {
    await open();
    await expect(door.client('nobody')).rejects.toThrow('authentication');
    await expect(door.client('developer', 'root')).rejects.toThrow('authentication');
    expect((await outcome(await door.client('guest'), 'ls')).err).toMatch(/^Hello guest of acme! .*only git/);
  });

  it('ends a connection at its sixth refused try, and says so', async () => {
    await open();
    expect(await door.tries('nobody', 30)).toEqual({ count: 6, told: 'Too many authentication failures' });
  });

  it('asks nobody about an RSA key whose signatures take long to check', async () => {
    await open();
    expect(await door.triesOddKey()).toBe('refused');
    expect(door.askedKeys).toEqual([]);
    await door.client();
    expect(door.askedKeys).toHaveLength(1);
  });

  it('ends what a change concerns, and the connection when nobody has its key', async () => {
    await open();
    const client = await door.client();
    const gone = closed(client);
    const talking = await begun(client, fetching);
    await eventually(() => door.opened.length === 1);
    door.tell(accessChanged, { company: 'company', accounts: ['somebody else'] });
    door.ended.add('developer');
    door.tell(accessChanged, { company: 'company', accounts: ['developer'] });
    expect((await talking.ended).err).toBe('no such repository, or not visible to you\n');
    await gone;
  });

  it('has ten conversations of one client at a time, and more after them', async () => {
    await open();
    const client = await door.client();
    const running = await Promise.all(Array.from({ length: 10 }, () => begun(client, fetching)));
    await expect(begun(client, fetching)).rejects.toThrow('open failure');
    for (const { channel } of running) channel.end('bye');
    for (const { ended } of running)
      expect(await ended).toEqual({ code: 0, out: 'the refs, after bye', err: '' });
    const more = await begun(client, fetching);
    more.channel.end('again');
    expect((await more.ended).out).toBe('the refs, after again');
  });

  it('ends a client that sends more than it may', async () => {
    await open();
    serve = (_, res) => void res.write('the refs');
    const client = await door.client();
    const gone = closed(client);
    client.on('error', () => undefined);
    const { channel } = await begun(client, fetching);
    await eventually(() => door.opened.length === 1);
    // At a window of exactly nothing the library drops what comes.
    const piece = Buffer.alloc(32_000);
    for (let count = 0; count < 1_000; count += 1) protocolOf(client).channelData(idOf(channel), piece);
    await gone;
  });

  it.each([1, 4095])('ends a client that wants packets of %i bytes', async (size) => {
    await open();
    const client = await door.client();
    const gone = closed(client);
    const protocol = protocolOf(client);
    const session = protocol.session.bind(protocol);
    protocol.session = (id, window) => session(id, window, size);
    const { ended } = await begun(client, 'anything');
    await gone;
    expect((await ended).err).toBe('');
  });

  it('ends a client that goes on where nobody hears it any more', async () => {
    await open();
    serve = (_, res) => res.end();
    const client = await door.client();
    client.on('error', () => undefined);
    const gone = closed(client);
    const { channel } = await begun(client, fetching);
    const told = new Promise((resolve) => channel.once('exit', resolve));
    protocolOf(client).channelClose = () => undefined;
    await told;
    const piece = Buffer.alloc(32_000);
    for (let count = 0; count < 200; count += 1) {
      protocolOf(client).channelData(idOf(channel), piece);
      await pause(1);
    }
    await gone;
  });

  it('reads no more of a program than its client takes, whatever it is allowed to', async () => {
    await open();
    let given = 0;
    serve = (_, res) => {
      const piece = Buffer.alloc(64 * 1024);
      const give = (): void => {
        while (res.write(piece)) given += piece.length;
        given += piece.length;
      };
      res.on('drain', give);
      give();
    };
    const client = await door.client();
    const { channel } = await begun(client, fetching);
    await new Promise((resolve) => channel.once('data', resolve));
    protocolOf(client).channelWindowAdjust(idOf(channel), 2 ** 31);
    await pause(50);
    socketOf(client).pause();
    for (let before = -1; before !== given; await pause(500)) {
      before = given;
      expect(given).toBeLessThan(64 * 2 ** 20);
    }
  });

  it('believes a trusted balancer whose client it is', async () => {
    await open({ trustedProxies: ['127.0.0.1'], startups: { begin: 10, most: 10, perAddress: 1 } });
    const banner = async (address: string): Promise<string> => {
      const socket = await door.dial();
      socket.write(`PROXY TCP4 ${address} 10.0.0.1 99 22\r\nSSH-2.0-test\r\n`);
      return new Promise((resolve) => {
        socket.once('data', (bytes: Buffer) => resolve(bytes.toString()));
        socket.once('close', () => resolve('nothing'));
      });
    };
    expect(await banner('192.0.2.1')).toMatch(/^SSH-2.0-Holdfast/);
    expect(await banner('192.0.2.1')).toBe('nothing');
    expect(await banner('192.0.2.2')).toMatch(/^SSH-2.0-Holdfast/);
    expect(await banner('nonsense')).toBe('nothing');
    expect((await outcome(await door.client(), 'ls')).code).toBe(1);
  });

  it('lets what goes on come to its end when it closes, and begins nothing more', async () => {
    await open({ grace: 10_000 });
    const [busy, resting] = [await door.client(), await door.client('guest')];
    const gone = closed(resting);
    const talking = await begun(busy, fetching);
    await eventually(() => door.opened.length === 1);
    const closing = door.door.close();
    await gone;
    await expect(begun(busy, fetching)).rejects.toThrow('open failure');
    talking.channel.end('all');
    expect(await talking.ended).toEqual({ code: 0, out: 'the refs, after all', err: '' });
    await closing;
  });

  it('closes who does not come to a login, and turns floods away', async () => {
    await open({ patience: 300, loginPatience: 600, startups: { begin: 10, most: 10, perAddress: 1 } });
    const first = await door.dial();
    const second = await door.dial();
    const over = (socket: typeof first): Promise<unknown> =>
      new Promise((resolve) => socket.resume().once('close', resolve));
    await over(second);
    expect(first.closed).toBe(false);
    first.write('SSH-2.0-slow\r\n');
    await over(first);
    await door.client();
  });
});
