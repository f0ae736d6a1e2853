import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { BlobReader } from '@holdfast/blob-spi';
import type { FileAnswer, FileDecision } from '@holdfast/contracts';
import { eventually } from '../byte-door.fixture.js';
import { ArtifactDoorFixture, ask, plain } from './artifact-door.fixture.js';

const told = '{"evil":"told"}';
/** A whole answer, which must never be taken for one. */
const smuggled = `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${told.length}\r\n\r\n${told}`;

/** What a client that believes each head makes of what came on its connection: the status and body of each answer. */
const answersIn = (heard: string): [string, string][] => {
  const found: [string, string][] = [];
  for (let rest = heard; rest !== '';) {
    const end = rest.indexOf('\r\n\r\n');
    const head = rest.slice(0, end);
    expect(head).toMatch(/^HTTP\/1\.1 [2-5]\d\d /);
    expect(head).not.toMatch(/^(?:transfer-encoding|trailer|upgrade|keep-alive: x)/im);
    const status = head.slice(9, 12);
    const lengths = head.match(/^content-length: .*$/gim) ?? [];
    expect([status, lengths.length]).toEqual([status, status === '204' || status === '304' ? 0 : 1]);
    const length = Number(lengths[0]?.slice(16) ?? 0);
    found.push([status, rest.slice(end + 4, end + 4 + length)]);
    rest = rest.slice(end + 4 + length);
  }
  return found;
};

/** Heads of content that lie about its length. */
const lies: Record<string, string>[] = [
  {},
  { 'Content-Length': '2' },
  { 'Content-Length': '4000', 'content-length': '1' },
];

describe('an artifact service that was broken into', () => {
  let door: ArtifactDoorFixture;
  beforeEach(async () => {
    door = await ArtifactDoorFixture.open();
  });
  afterEach(() => door.close());

  /** What is answered to a request, and to the one that follows on the same connection. */
  const answers = async (decision: FileDecision): Promise<[string, string][]> => {
    const wire = await door.dial();
    door.decide = ({ path }) => (path === '/next' ? plain(409, 'the next') : decision);
    wire.say(ask('GET', '/evil'));
    wire.say(ask('GET', '/next'));
    await wire.hear('the next');
    await wire.hear('\r\n\r\nthe next');
    return answersIn(wire.heard);
  };
  const answer = (status: number, headers: Record<string, string>, text: string): FileAnswer => ({
    ...{ is: 'answer', status, headers, text },
  });
  const next = ['409', 'the next'];

  it.each([
    ['a length that is too short', { 'Content-Length': '2' }],
    ['one that is too long', { 'Content-Length': '4000' }],
    ['two lengths', { 'Content-Length': '2', 'content-length': '70' }],
    ['a length that is none', { 'CONTENT-LENGTH': '+2' }],
    ['chunks', { 'Transfer-Encoding': 'chunked' }],
    [
      'words about the connection',
      { Connection: 'Upgrade', upgrade: 'x', 'Keep-Alive': 'x', Trailer: 'Content-Length' },
    ],
    ['nothing', {}],
  ])('chooses no end of an answer by %s', async (_, headers) => {
    for (const text of [`xx${smuggled}`, `0\r\n\r\n${smuggled}`, 'ä'])
      expect(await answers(answer(200, { ...headers, 'X-Kept': '1' }, text))).toEqual([
        ['200', Buffer.from(text).toString('latin1')],
        next,
      ]);
  });

  it.each([204, 304])('gives %i no body', async (status) =>
    expect(await answers(answer(status, { 'Content-Length': '70' }, smuggled))).toEqual([
      [String(status), ''],
      next,
    ]),
  );

  it('gives the answer to HEAD a length that is one', async () => {
    const lengthOf = async (headers: Record<string, string>): Promise<string | undefined> => {
      door.decide = () => ({ is: 'answer', status: 200, headers });
      const [head] =
        (await door.answer(ask('HEAD', '/a'), '\r\n\r\n')).match(/^content-length: .*$/gim) ?? [];
      return head;
    };
    expect(await lengthOf({ 'Content-Length': '70' })).toBe('Content-Length: 70');
    expect(await lengthOf({ 'Content-Length': '70 ', 'content-length': '7' })).toBe('Content-Length: 7');
    expect(await lengthOf({ 'Content-Length': 'x' })).toBeUndefined();
  });

  it.each([0, 100, 101, 199, 600, 200.5, '200'])('ends nothing with %p', async (status) => {
    const [[first], second] = await answers(answer(status as number, {}, smuggled));
    expect([first, second]).toEqual(['500', next]);
  });

  it('sends of a granted file what it granted', async () => {
    const file = join(door.store, 'blob');
    await writeFile(file, `xx${smuggled}`);
    const grant = { is: 'grant', status: 200, file, offset: 0 } as const;
    for (const headers of lies)
      expect(await answers({ ...grant, headers, length: 50 })).toEqual([
        ['200', `xx${smuggled}`.slice(0, 50)],
        next,
      ]);
    for (const status of [101, 204])
      expect(
        (await answers({ ...grant, status: status as 200, headers: {}, length: 5 })).map(([said]) => said),
      ).toEqual([...['500', '409']]);
  });

  it('does not have the same asked for ever', async () => {
    const file = join(door.store, 'blob');
    await writeFile(file, 'content');
    const grant = { is: 'grant', status: 200, headers: {}, file, offset: 0, length: 7 } as const;
    for (const nowhere of [
      { file: `${file}.none` },
      { length: -1 },
      { length: 1.5 },
      { offset: -1 },
      { offset: NaN },
    ]) {
      const before = door.asked.length;
      expect((await answers({ ...grant, ...nowhere })).map(([status]) => status)).toEqual(['500', '409']);
      expect(door.asked.length).toBe(before + 3);
    }
  });

  it('sends by ticket what comes', async () => {
    door.serve = (_, res) => void res.writeHead(200, { 'Content-Length': smuggled.length }).end(smuggled);
    const ticket = { is: 'download', status: 200, address: door.address, ticket: 't' } as const;
    for (const headers of lies)
      expect(await answers({ ...ticket, headers })).toEqual([['200', smuggled], next]);
  });

  it.each([
    ['less', 3],
    ['more', 9],
  ])('ends the connection where a store gives %s than it should', async (_, given) => {
    await door.close();
    const reader: BlobReader = {
      open: () => Promise.resolve(Readable.from([Buffer.alloc(given - 1, 'x'), Buffer.from('y')])),
      has: () => Promise.resolve(true),
      close: () => Promise.resolve(),
    };
    door = await ArtifactDoorFixture.open({ reader });
    door.decide = () => ({
      ...{ is: 'grant', status: 200, headers: {}, file: { blob: 'b' }, offset: 0, length: 6 },
    });
    const wire = await door.dial();
    wire.say(ask('GET', '/a') + ask('GET', '/b'));
    await eventually(() => wire.ended);
    const [, body = ''] = wire.heard.split('\r\n\r\n');
    expect(body.length).toBeLessThan(7);
    expect(body).not.toContain('HTTP');
  });
});
