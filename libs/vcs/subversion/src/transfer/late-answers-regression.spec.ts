import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DavExchange } from './dav-bodies.js';
import { ReadLeases } from '../process/read-leases.js';
import { KeptAnswers } from './kept-answers.js';

const lasting = 300;
const head = { status: 200, reason: 'OK', headers: [] };
const body = { whole: Buffer.from('<S:log-report xmlns:S="svn:"/>'), addresses: [], root: 'log-report' };

// A log that a slow client takes while a message is changed would be told to others as if it were new.
describe('a log that was asked for before a message changed', () => {
  let directory: string;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'late-'));
    await mkdir(join(directory, 'db'));
    await writeFile(join(directory, 'db/current'), '1\n');
  });
  afterAll(() => rm(directory, { recursive: true }));

  const answers = new KeptAnswers(lasting, new ReadLeases());
  const asked = async () => {
    const grant = { directory, exchange: { method: 'REPORT', path: '/', headers: {} } };
    const exchange = { grant, newest: Promise.resolve(1) } as unknown as DavExchange;
    return answers.of(exchange, body);
  };
  const told = async (question: Awaited<ReturnType<typeof asked>>): Promise<void> => {
    const answer = Object.assign(new IncomingMessage(new Socket()), { statusCode: 200, complete: true });
    answer.push('old');
    answer.push(null);
    if (!question || question.known) throw new Error('it was known');
    const taken: Buffer[] = [];
    for await (const piece of question.heard(head, answer)) taken.push(piece);
    expect(Buffer.concat(taken).toString()).toBe('old');
  };

  it('is remembered no longer than from its question on, however late it is taken', async () => {
    const [early, late] = [await asked(), await asked()];
    await told(early);
    expect((await asked())?.known?.body.toString()).toBe('old');
    answers.revising(directory);
    expect(await asked()).toBeUndefined();
    await sleep(lasting + 100);
    await told(late);
    expect(await asked()).toHaveProperty('heard');
  });
});
