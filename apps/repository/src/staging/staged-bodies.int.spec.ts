import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { Agent, request, type ClientRequest, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sha256 } from '@holdfast/kernel';
import { ByteServer } from '../byte-process/byte-server.js';
import { loopbackPlace } from '@holdfast/platform/byte-ports';
import { Tickets } from '../byte-process/tickets.js';
import { StagedBodies } from './staged-bodies.js';

const most = 4 << 20;
const path = '/body';

describe('large bodies that are staged', () => {
  const tickets = new Tickets();
  let directory: string;
  let server: ByteServer;
  let port: number;
  /** What the disk still takes (bytes). */
  let free = Infinity;
  const open: ClientRequest[] = [];
  const agent = new Agent({ keepAlive: true });

  beforeAll(async () => {
    directory = join(await mkdtemp(join(tmpdir(), 'bodies-')), 'staged');
    const take = (bytes: number) => Promise.resolve((free -= bytes) >= 0);
    const bodies = new StagedBodies(directory, { take });
    await bodies.start();
    await writeFile(join(directory, 'left by a killed one'), '');
    await bodies.start();
    server = new ByteServer({ tickets }, new Map(), bodies, undefined, undefined, () => undefined);
    port = await server.listen(loopbackPlace);
  });
  afterEach(() => {
    free = Infinity;
    for (const each of open.splice(0)) each.destroy();
  });
  afterAll(async () => {
    agent.destroy();
    await server.close(0);
    await rm(join(directory, '..'), { recursive: true });
  });

  let made = 0;
  const begin = (): { sending: ClientRequest; file: string; answer: Promise<IncomingMessage> } => {
    const file = join(directory, `body-${(made += 1)}`);
    const ticket = tickets.issue({
      exchange: { method: 'POST', path, headers: {} },
      repository: 'r',
      body: { file, most, place: { list: 'modified', text: 'content' } },
    });
    const sending = request({ port, path, method: 'POST', agent, headers: { 'x-hf-ticket': ticket } });
    open.push(sending);
    const answer = new Promise<IncomingMessage>((resolve, reject) =>
      sending.once('response', resolve).once('error', reject),
    );
    answer.catch(() => undefined);
    return { sending, file, answer };
  };
  const statusOf = async (...pieces: string[]): Promise<number | undefined> => {
    const { sending, answer } = begin();
    for (const piece of pieces) sending.write(piece);
    sending.end();
    const { statusCode, headers } = await answer;
    // Who still sends would not read it from a connection that is closed.
    expect(headers.connection).toBe('keep-alive');
    return statusCode;
  };
  const gone = async (): Promise<void> => {
    while ((await readdir(directory)).length > 0) await sleep(10);
  };

  it('lie in a file until who has sent them ends the answer, and what is no text of theirs is answered', async () => {
    await gone();
    const { sending, file, answer } = begin();
    const content = randomBytes(1 << 20).toString('base64');
    sending.end(JSON.stringify({ branch: 'main', modified: [{ path: 'a', content }, { content: 'ü' }] }));
    const answered = await answer;
    const { statusCode, headers } = answered;
    const told = Buffer.concat(await take(answered, Number(headers['x-hf-size'])));
    expect(statusCode).toBe(201);
    expect(JSON.parse(told.toString())).toEqual({
      branch: 'main',
      modified: [{ path: 'a', content: `0:${content.length}` }, { content: `${content.length}:2` }],
    });
    expect(headers['x-hf-texts']).toBe(sha256(`${content}ü`));
    expect(await readFile(file, 'utf8')).toBe(`${content}ü`);
    expect(await readdir(directory)).toEqual([file.slice(directory.length + 1)]);
    sending.destroy();
    await gone();
  });

  it('are nothing when there is nothing in them', async () => {
    const { sending, answer } = begin();
    sending.end();
    expect((await answer).headers['x-hf-size']).toBe('0');
  });

  it('break off, and leave nothing', async () => {
    const { sending, file } = begin();
    sending.on('error', () => undefined);
    sending.write(`{"modified":[{"content":"${'x'.repeat(100_000)}`);
    while ((await readFile(file).catch(() => '')).length === 0) await sleep(10);
    sending.destroy();
    await gone();
  });

  it('are refused where they are too large, malformed, or the disk is full, and leave nothing', async () => {
    expect(await statusOf('{"a":"', 'x'.repeat(most), '"}')).toBe(413);
    expect(await statusOf(`{"modified":[{"content":"${'x'.repeat(most)}"}]}`)).toBe(413);
    expect(await statusOf('{"modified":[{"content":"x')).toBe(400);
    free = 100_000;
    expect(await statusOf(`{"modified":[{"content":"${'x'.repeat(100_000)}"}]}`)).toBe(507);
    await gone();
  });

  it('are not taken without a ticket', async () => {
    const { sending, answer } = begin();
    sending.setHeader('x-hf-ticket', '0'.repeat(32)).end('{}');
    expect((await answer).statusCode).toBe(421);
  });
});

/** So many bytes of an answer that stays open. */
const take = async (answer: IncomingMessage, size: number): Promise<Buffer[]> => {
  const pieces: Buffer[] = [];
  for (let left = size; left > 0;) {
    const piece = answer.read() as Buffer | null;
    if (piece) {
      pieces.push(piece);
      left -= piece.length;
    } else await new Promise((resolve) => answer.once('readable', resolve));
  }
  return pieces;
};
