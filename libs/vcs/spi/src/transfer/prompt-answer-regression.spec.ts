import { jest } from '@jest/globals';
import { mkdtemp, rm } from 'node:fs/promises';
import type { Server } from 'node:http';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listening } from './listening.fixture.js';
import { LocalEngine } from './local-engine.js';
import { PromptEngine } from './prompt-engine.fixture.js';
import { TransferClient } from './transfer-client.js';

type Write = (this: Socket, chunks: { chunk: unknown }[], done: (error?: Error | null) => void) => void;

/** It ends when its first bytes wait for the connection. */
async function* body(): AsyncGenerator<Buffer> {
  yield Buffer.from('question');
  for (let turns = 0; turns < 3; turns += 1) await new Promise((resolve) => process.nextTick(resolve));
}

describe('an engine that answers and hangs up as soon as it has the whole request', () => {
  let directory: string;
  let engine: PromptEngine;
  let relay: LocalEngine;
  let [front, port]: [Server | undefined, number] = [undefined, 0];

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'prompt-'));
    const socketPath = join(directory, 'engine.sock');
    engine = await new PromptEngine(socketPath).listening();
    relay = new LocalEngine(() => ({ socketPath }), 1);
    const asked = { method: 'POST', path: '/', headers: { 'content-length': '8' }, body: body() };
    [front, port] = await listening((_, response) => {
      const client = TransferClient.of(response, 10_000);
      const head = () => ({ status: 200, reason: 'OK', headers: [] });
      relay
        .relay(asked, response, client, { head, silence: 10_000 })
        .catch((error: Error) => response.writeHead(599).end(error.message));
    });
  });
  afterAll(async () => {
    jest.restoreAllMocks();
    relay.close();
    front?.closeAllConnections();
    front?.close();
    await engine.stop();
    await rm(directory, { recursive: true });
  });

  it('is heard, though what sent the request gets no turn before that', async () => {
    const write = Reflect.get(Socket.prototype, '_writev') as Write;
    jest.spyOn(Socket.prototype, '_writev').mockImplementation(function (this: Socket, chunks, done) {
      const isOurs = chunks.some(({ chunk }) => String(chunk).endsWith('question'));
      write.call(this, chunks, (error) => {
        if (isOurs) engine.untilItHungUp();
        done(error);
      });
    });
    const answer = await fetch(`http://127.0.0.1:${port}/`);
    expect([answer.status, await answer.text()]).toEqual([200, 'one']);
  });
});
