import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { BlobMissing, type BlobReader } from '@holdfast/blob-spi';
import type { FileGrant } from '@holdfast/contracts';
import { eventually, type Wire } from '../byte-door.fixture.js';
import { ArtifactDoorFixture, ask, plain } from './artifact-door.fixture.js';

describe('a download at the door for artifacts', () => {
  let door: ArtifactDoorFixture;
  beforeEach(async () => {
    door = await ArtifactDoorFixture.open();
  });
  afterEach(() => door.close());

  const answer = (request: string, until: string): Promise<string> => door.answer(request, until);

  const large = Array.from({ length: 120_000 }, (_, index) => index).join();

  it('of a granted blob is read from the store', async () => {
    const file = join(door.store, 'blob');
    await writeFile(file, large);
    door.decide = () => ({
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

  it('of a blob that is no file is read where the store has it, and through the service where it does not', async () => {
    await door.close();
    const opened: unknown[] = [];
    const reader: BlobReader = {
      open: (digest, range) => {
        opened.push([digest, range]);
        if (digest === 'gone') return Promise.reject(new BlobMissing(digest));
        const end = range.offset + range.length;
        return Promise.resolve(
          Readable.from([
            Buffer.from(large.slice(range.offset, end - 5)),
            Buffer.from(large.slice(end - 5, end)),
          ]),
        );
      },
      has: () => Promise.resolve(true),
      close: () => Promise.resolve(),
    };
    door = await ArtifactDoorFixture.open({ reader });
    const grant = (blob: string): FileGrant => ({
      is: 'grant',
      status: 206,
      headers: { 'Content-Length': '300003' },
      file: { blob },
      offset: 2,
      length: 300_003,
    });
    door.decide = () => grant('there');
    const text = await answer(ask('GET', '/a'), large.slice(299_900, 300_005));
    expect(text.split('\r\n\r\n')[1]).toBe(large.slice(2, 300_005));
    door.decide = (request) => (request.direct ? grant('gone') : plain(404, 'no such file'));
    expect(await answer(ask('GET', '/b'), 'no such file')).toMatch(/^HTTP\/1\.1 404 /);
    expect(opened).toEqual(['there', 'gone'].map((digest) => [digest, { offset: 2, length: 300_003 }]));
  });

  it('breaks off where the store does', async () => {
    await door.close();
    const reader: BlobReader = {
      open: () =>
        Promise.resolve(
          Readable.from(
            (async function* () {
              yield Buffer.from('the beginning');
              await Promise.resolve();
              throw new Error('the storage does not answer');
            })(),
          ),
        ),
      has: () => Promise.resolve(true),
      close: () => Promise.resolve(),
    };
    door = await ArtifactDoorFixture.open({ reader });
    const headers = { 'Content-Length': '300003' };
    door.decide = () => ({
      ...{ is: 'grant', status: 200, headers, file: { blob: 'x' }, offset: 0, length: 300_003 },
    });
    const wire = await door.dial();
    wire.say(ask('GET', '/a'));
    await eventually(() => wire.ended);
    expect(wire.heard).toMatch(/the beginning$/);
  });

  /** A client that has asked for much and takes nothing: its account has no room left. */
  const silentClient = async (): Promise<Wire> => {
    const file = join(door.store, 'blob');
    await writeFile(file, large);
    const headers = { 'Content-Length': '200000' };
    door.decide = () => ({ is: 'grant', status: 200, headers, file, offset: 0, length: 200_000 });
    const silent = await door.dial();
    silent.socket.pause();
    silent.say(ask('GET', '/a').repeat(80));
    // As many as the kernel takes are sent, and then one that it does not take; it may take a while to say so.
    let untaken = 0;
    let still = 0;
    await eventually(() => {
      still = door.untaken > 0 && door.untaken === untaken ? still + 1 : 0;
      untaken = door.untaken;
      return still === 20;
    });
    return silent;
  };

  it('is refused while its account takes nothing of others, and does not concern another account', async () => {
    await door.close();
    door = await ArtifactDoorFixture.open({ unsentBytes: 800_000 });
    const silent = await silentClient();
    const refused = await answer(ask('GET', '/b'), 'try again\n');
    expect(refused).toMatch(/^HTTP\/1\.1 503 too much is being sent .*\r\nRetry-After: 1\r\n/s);
    await answer(ask('GET', '/b', 'admin'), large.slice(199_900, 200_000));
    silent.socket.resume();
    await eventually(() => silent.heard.split('HTTP/1.1 200').length > 80);
    await answer(ask('GET', '/b'), large.slice(199_900, 200_000));
  });

  it('that waited for room is for those whose credentials still hold then', async () => {
    await door.close();
    const ended = new Set<string>();
    door = await ArtifactDoorFixture.open({ unsentBytes: 800_000, unsentPatience: 10_000, ended });
    const silent = await silentClient();
    const before = door.asked.length;
    const waiting = await door.dial();
    waiting.say(ask('GET', '/b'));
    await eventually(() => door.asked.length > before);
    ended.add('developer');
    silent.socket.resume();
    expect(await waiting.hear('\r\n\r\n')).toMatch(/^HTTP\/1\.1 401 /);
  });

  it.each([
    ['outside of the store', '/etc/passwd'],
    ['up from the store', '../passwd'],
    ['that is not there', 'none'],
  ])('of a blob %s is door.asked for again', async (_, name) => {
    const file = name.startsWith('/') ? name : `${door.store}/${name}`;
    door.decide = ({ direct }) =>
      direct
        ? { is: 'grant', status: 200, headers: {}, file, offset: 0, length: 10 }
        : plain(200, 'from the service');
    await answer(ask('GET', '/a'), '\r\n\r\nfrom the service');
    expect(door.asked.map(({ direct }) => direct)).toEqual([true, false]);
  });

  it('of a blob that is too short cuts the connection', async () => {
    const file = join(door.store, 'blob');
    await writeFile(file, 'short');
    door.decide = () => ({
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
    door.decide = () => ({
      is: 'download',
      status: 200,
      headers: { 'Content-Length': String(large.length) },
      address: door.address,
      ticket: 't',
    });
    const told = { 'X-Internal': 'secret', 'Content-Length': large.length };
    door.serve = (_, res) => void res.writeHead(200, told).end(large);
    const text = await answer(ask('GET', '/a'), large.slice(-100));
    expect(text.endsWith(`\r\n\r\n${large}`)).toBe(true);
    expect(text).not.toContain('X-Internal');
  });

  it('by ticket comes byte for byte to a client that reads slowly', async () => {
    const body = randomBytes(8 * 1024 * 1024);
    const headers = { 'Content-Length': String(body.length) };
    door.decide = () => ({ is: 'download', status: 200, headers, address: door.address, ticket: 't' });
    door.serve = (_, res) => void res.end(body);
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
    door.decide = () => ({
      is: 'download',
      status: 200,
      headers: { 'Content-Length': '100' },
      address: door.address,
      ticket: 't',
    });
    door.serve = (_, res) => void res.writeHead(500).end();
    await answer(ask('GET', '/a'), '503 the repository cannot be reached, try again');
    door.serve = (req, res) => {
      res.write('half');
      setTimeout(() => req.socket.destroy(), 20);
    };
    const wire = await door.dial();
    wire.say(ask('GET', '/a'));
    await eventually(() => wire.ended);
    expect(wire.heard).toContain('half');
  });
});
