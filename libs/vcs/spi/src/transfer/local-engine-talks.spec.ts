import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { BodyFailure } from './body-failure.js';
import { LocalEngine, type RelayedRequest, type RelaySettings } from './local-engine.js';
import { listening, pieces, type Serve } from './listening.fixture.js';
import { TransferClient } from './transfer-client.js';

describe('what passes between a client and an engine', () => {
  let serve: Serve;
  let [engine, enginePort]: [Server | undefined, number] = [undefined, 0];
  let [front, frontPort]: [Server | undefined, number] = [undefined, 0];
  let relay: LocalEngine;
  let asked: RelayedRequest;
  let settings: Partial<RelaySettings>;
  let outcome: Promise<number>;
  let client: TransferClient;

  const head = ({ statusCode = 0, statusMessage = '' }: IncomingMessage) => ({
    ...{ status: statusCode, reason: statusMessage, headers: [] },
  });
  beforeAll(async () => {
    [engine, enginePort] = await listening((request, response) => serve(request, response));
    relay = new LocalEngine(() => ({ host: '127.0.0.1', port: enginePort }), 2);
    [front, frontPort] = await listening((_, response) => {
      client = TransferClient.of(response, 10_000);
      outcome = relay.relay(asked, response, client, { head, silence: 10_000, ...settings });
      outcome.catch(() => response.destroyed || response.writeHead(599).end());
    });
  });
  beforeEach(() => {
    asked = { method: 'GET', path: '/x', headers: {} };
    settings = {};
  });
  afterAll(() => {
    relay.close();
    for (const server of [engine, front]) {
      server?.closeAllConnections();
      server?.close();
    }
  });
  const get = (signal?: AbortSignal) => fetch(`http://127.0.0.1:${frontPort}/`, signal ? { signal } : {});

  it('is what the caller makes of it, and the status is told', async () => {
    serve = (_, response) => void response.writeHead(201, 'Made').end('all of it');
    async function* shouted(answer: IncomingMessage): AsyncGenerator<Buffer> {
      for await (const piece of answer) yield Buffer.from(String(piece).toUpperCase());
    }
    settings = { body: shouted };
    const answer = await get();
    expect([answer.status, await answer.text(), await outcome]).toEqual([201, 'ALL OF IT', 201]);
    expect(client.movedBytes).toBe(9);
  });

  it('is another answer where the caller refuses that of the engine', async () => {
    serve = (_, response) => void response.end('secret');
    settings = {
      head: () => {
        throw new BodyFailure('refused', 404, 'no such repository');
      },
    };
    expect((await get()).status).toBe(599);
    await expect(outcome).rejects.toMatchObject({ status: 404, message: 'no such repository' });
  });

  it('is sent once where it has a body, though the connection had ended', async () => {
    serve = (_, response) => void response.end('one');
    await (await get()).text();
    let times = 0;
    serve = (request) => {
      times += 1;
      request.socket.destroy();
    };
    asked = { ...asked, method: 'POST', body: pieces('a') };
    expect((await get()).status).toBe(599);
    await expect(outcome).rejects.toMatchObject({ cause: 'gone', status: 503 });
    expect(times).toBe(1);
  });

  it('may take as long as it likes where nobody limits that', async () => {
    serve = (_, response) => void setTimeout(() => response.end('late'), 60);
    settings = { silence: Infinity };
    expect(await (await get()).text()).toBe('late');
    settings = { silence: 40 };
    expect((await get()).status).toBe(599);
    await expect(outcome).rejects.toMatchObject({ cause: 'late', status: 504 });
  });

  it('is late where the engine falls silent within its answer, which breaks off', async () => {
    serve = (_, response) => void response.write('half');
    settings = { silence: 60 };
    const answer = await get();
    await expect(answer.text()).rejects.toThrow();
    expect([503, 504]).toContain(await outcome);
  });

  it('goes on without its client where it outlasts it, else ends', async () => {
    for (const outlasts of [true, false]) {
      let reached: (response: ServerResponse) => void = () => undefined;
      const asking = new Promise<ServerResponse>((resolve) => (reached = resolve));
      let closed = false;
      serve = (_, response) => {
        response.on('close', () => (closed = !response.writableFinished));
        reached(response);
      };
      let told: number | undefined;
      settings = {
        ...(outlasts && { outlasts: new AbortController().signal }),
        head: (answer) => {
          told = answer.statusCode;
          return head(answer);
        },
      };
      const leaving = new AbortController();
      const answer = get(leaving.signal);
      const response = await asking;
      leaving.abort();
      await expect(answer).rejects.toThrow();
      await client.left();
      // What ends may take its time; what goes on has had some.
      for (let left = outlasts ? 1 : 100; left > 0 && !closed; left -= 1)
        await new Promise((resolve) => setTimeout(resolve, 50));
      expect([outlasts, closed]).toEqual([outlasts, !outlasts]);
      response.writeHead(202).end();
      await outcome.catch(() => undefined);
      expect(told).toBe(outlasts ? 202 : undefined);
    }
  });

  it('is as fast as the slower side, in both directions', async () => {
    const much = 'x'.repeat(1 << 20);
    serve = (request, response) => {
      setTimeout(() => request.pipe(response), 30);
    };
    asked = { ...asked, method: 'POST', body: pieces(...Array<string>(8).fill(much)) };
    const answer = await get();
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect((await answer.text()).length).toBe(8 << 20);
    expect(await outcome).toBe(200);
  });

  it('answers short questions with their status, and not after their time', async () => {
    serve = (request, response) => {
      response.writeHead(409).write(String(request.headers.own));
      response.end(' said');
    };
    const question = { method: 'GET', path: '/', headers: { own: 'own' } };
    expect(await relay.ask(question, Date.now() + 5_000)).toEqual({ status: 409, text: 'own said' });
    serve = () => undefined;
    await expect(relay.ask(question, Date.now() - 1_000)).rejects.toThrow();
    serve = (request) => void request.socket.destroy();
    await expect(relay.ask(question, Date.now() + 5_000)).rejects.toThrow();
  });
});
