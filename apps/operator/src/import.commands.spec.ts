import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Calls } from './command.js';
import { commandOf } from './commands.js';
import { readOperatorEnv } from './operator.env.js';

const env = readOperatorEnv({ NATS_URL: 'nats://127.0.0.1:4222' });
const place = { company: 'c', project: 'p' };
const done = { jobs: [{ uuid: 'j', state: 'done', percent: 100, doing: '', error: null, result: null }] };
const asked = { place: { project: 'p', repository: 'r' }, account: 'u' };

// A server for what is sent.
describe('an import by the operator', () => {
  let server: Server;
  let address: string;
  let come = '';
  let answer = { status: 201, text: '{"bytes":4}' };
  beforeAll(async () => {
    server = createServer((request: IncomingMessage, response) => {
      request.setEncoding('utf8').on('data', (text: string) => (come += text));
      request.on('end', () => response.writeHead(answer.status).end(answer.text));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => server.close());

  const run = async (words: string[], ...answers: unknown[]) => {
    const inputs: [string, unknown][] = [];
    const calls: Calls = {
      call: <T>(subject: string, _: unknown, input: unknown) => {
        inputs.push([subject, input]);
        return Promise.resolve(answers.shift() as T);
      },
    };
    const read = commandOf(['repository', 'import', ...words]);
    return { printed: await read(calls, env), inputs };
  };

  it('names who asks for it, and from where', async () => {
    const words = ['a/b/r', 'https://git.example.org/r.git', '--as', 'ada', '--username', 'eve'];
    const { printed, inputs } = await run(words, place, { account: 'u', bot: false }, { job: 'j' }, done);
    expect(printed).toBe('a/b/r is imported\n');
    expect(inputs.slice(1, 3)).toEqual([
      ['identity.account.named.v1', { company: 'a', login: 'ada' }],
      [
        'repository.import.ask.v1',
        { ...asked, from: { url: 'https://git.example.org/r.git', username: 'eve' } },
      ],
    ]);
    await expect(run(words, place, { account: 'u', bot: true })).rejects.toThrow('a bot');
  });

  it('sends a file first, and tells why it is not taken', async () => {
    const file = join(tmpdir(), randomUUID());
    await writeFile(file, 'dump');
    const words = ['a/b/r', file, '--as', 'ada'];
    const opened = { address, path: '/upload', ticket: 't' };
    const { inputs } = await run(words, place, { account: 'u', bot: false }, opened, { job: 'j' }, done);
    expect(come).toBe('dump');
    expect(inputs.slice(2, 4)).toEqual([
      ['repository.import.open.v1', asked],
      ['repository.import.ask.v1', asked],
    ]);
    answer = { status: 507, text: '{"refused":"there is no room"}' };
    await expect(run(words, place, { account: 'u', bot: false }, opened)).rejects.toThrow('there is no room');
    await rm(file);
    await expect(run(words, place, { account: 'u', bot: false }, opened)).rejects.toThrow('there is no file');
  });

  it('tells why a file is not taken that is still being sent', async () => {
    const file = join(tmpdir(), randomUUID());
    await writeFile(file, Buffer.alloc(32 << 20));
    const refusing = createServer((request, response) => {
      const refuse = async () => {
        let bytes = 0;
        for await (const piece of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
          bytes += piece.length;
          // Slower than what comes: it is amid a write when the answer comes.
          await wait(1);
          if (bytes > 100_000) break;
        }
        response.writeHead(507).end('{"refused":"there is no room"}');
        request.resume();
      };
      void refuse();
    });
    await new Promise<void>((resolve) => refusing.listen(0, '127.0.0.1', resolve));
    const { port } = refusing.address() as AddressInfo;
    const opened = { address: `http://127.0.0.1:${port}`, path: '/upload', ticket: 't' };
    try {
      const sending = run(['a/b/r', file, '--as', 'ada'], place, { account: 'u', bot: false }, opened);
      await expect(sending).rejects.toThrow('there is no room');
    } finally {
      refusing.close();
      await rm(file);
    }
  });

  it('ends as its job does', async () => {
    const failed = { jobs: [{ ...done.jobs[0], state: 'failed', error: 'it is too large' }] };
    const words = ['a/b/r', 'http://a/b', '--as', 'ada'];
    const { printed } = await run(words, place, { account: 'u', bot: false }, { job: 'j' }, failed);
    expect(printed).toEqual({ alarm: 'it is too large\n' });
  });

  it.each([
    ['a/b/r'],
    ['a/b/r', 'x'],
    ['a/b/r', 'x', '--as', 'ada', '--username', 'b'],
    ['a/b', 'x', '--as', 'ada'],
  ])('is refused without what it needs', (...words) => {
    expect(() => commandOf(['repository', 'import', ...words])).toThrow(/usage|--as|a file|is no/);
  });
});
