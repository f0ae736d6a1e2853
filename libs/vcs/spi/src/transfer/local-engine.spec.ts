import type { IncomingMessage, Server } from 'node:http';
import { BodyFailure } from './body-failure.js';
import { LocalEngine, type RelayedRequest } from './local-engine.js';
import { listening, pieces, type Serve } from './listening.fixture.js';
import { TransferClient } from './transfer-client.js';

describe('a relay to an engine on this machine', () => {
  let serve: Serve;
  let asked: RelayedRequest;
  let silence: number;
  let idle: number;
  let failure: unknown;
  let [engine, enginePort]: [Server | undefined, number] = [undefined, 0];
  let [front, frontPort]: [Server | undefined, number] = [undefined, 0];
  let relay: LocalEngine;

  beforeAll(async () => {
    [engine, enginePort] = await listening((request, response) => serve(request, response));
    relay = new LocalEngine(() => ({ host: '127.0.0.1', port: enginePort }), 4);
    [front, frontPort] = await listening((_, response) => {
      const head = ({ statusCode = 0, statusMessage = '', headers }: IncomingMessage) => ({
        ...{ status: statusCode, reason: statusMessage },
        headers: ['content-type', String(headers['content-type'])],
      });
      relay
        .relay(asked, response, TransferClient.of(response, idle), { head, silence })
        .catch((error: unknown) => {
          failure = error;
          response.writeHead(599).end();
        });
    });
  });
  beforeEach(() => {
    [silence, idle, failure] = [10_000, 10_000, undefined];
    asked = { method: 'GET', path: '/x', headers: {} };
  });
  afterAll(() => {
    relay.close();
    for (const server of [engine, front]) server?.closeAllConnections();
    engine?.close();
    front?.close();
  });

  const get = () => fetch(`http://127.0.0.1:${frontPort}/`);

  it('carries the request and the answer as they are', async () => {
    serve = (request, response) => {
      response.writeHead(207, 'Multi-Status', { 'content-type': 'text/x' });
      response.write(`${request.method} ${request.url} ${String(request.headers.depth)} `);
      request.pipe(response);
    };
    asked = { method: 'REPORT', path: '/a?b', headers: { depth: '1' }, body: pieces('what', ' is it') };
    const answer = await get();
    expect([answer.status, answer.statusText, answer.headers.get('content-type')]).toEqual([
      ...[207, 'Multi-Status', 'text/x'],
    ]);
    expect(await answer.text()).toBe('REPORT /a?b 1 what is it');
  });

  it('passes on a refusal that comes before the end of the body', async () => {
    serve = (_, response) => void response.writeHead(413, 'too large').end();
    asked = { ...asked, method: 'POST', body: pieces(...Array<string>(100).fill('x'.repeat(100_000))) };
    expect((await get()).status).toBe(413);
  });

  it('fails where the engine hangs up, or says nothing for too long', async () => {
    serve = (request) => request.socket.destroy();
    await get();
    expect(failure).toMatchObject({ status: 503, message: 'the repository cannot be reached, try again' });
    serve = () => undefined;
    silence = 50;
    await get();
    expect(failure).toMatchObject({ status: 504, cause: 'late' });
  });

  it('breaks an answer off that the engine breaks off', async () => {
    serve = (request, response) => {
      response.write('half');
      setTimeout(() => request.socket.destroy(), 20);
    };
    const answer = await get();
    await expect(answer.text()).rejects.toThrow();
  });

  it('ends the request when its body fails, with the reason', async () => {
    serve = (request) => void request.resume();
    async function* broken(): AsyncGenerator<Buffer> {
      yield* pieces('a');
      throw new BodyFailure('refused', 404, 'no such repository');
    }
    asked = { ...asked, method: 'POST', body: broken() };
    await get();
    expect(failure).toMatchObject({ status: 404, message: 'no such repository' });
  });

  it('ends the request when the client goes away', async () => {
    let asking: () => void = () => undefined;
    let closed: () => void = () => undefined;
    const [begun, over] = [
      new Promise<void>((resolve) => (asking = resolve)),
      new Promise<void>((resolve) => (closed = resolve)),
    ];
    serve = (_, response) => {
      asking();
      response.on('close', closed);
    };
    const leaving = new AbortController();
    const answer = fetch(`http://127.0.0.1:${frontPort}/`, { signal: leaving.signal });
    await begun;
    leaving.abort();
    await expect(answer).rejects.toThrow();
    await over;
  });

  it('asks again where a connection that was kept had ended', async () => {
    serve = (_, response) => void response.end('one');
    expect(await (await get()).text()).toBe('one');
    let times = 0;
    serve = (request, response) => {
      times += 1;
      if (times === 1) request.socket.destroy();
      else response.end('two');
    };
    expect(await (await get()).text()).toBe('two');
  });

  it('answers short questions until their deadline', async () => {
    serve = (request, response) => request.pipe(response);
    const question = { method: 'POST', path: '/', headers: {}, body: 'é' };
    expect(await relay.ask(question, Date.now() + 5_000)).toEqual({ status: 200, text: 'é' });
    serve = () => undefined;
    await expect(relay.ask(question, Date.now() + 50)).rejects.toThrow();
  });

  it('keeps no more of an answer to a question than it may', async () => {
    let [ends, broken] = [false, false];
    serve = (_, response) => {
      response.once('close', () => (broken = !ends));
      response.write('x'.repeat(1_000_000));
      if (ends) response.end();
    };
    const question = { method: 'POST', path: '/q', headers: {}, body: '{}' };
    const ask = (most: number) => relay.ask(question, Date.now() + 5_000, most);
    await expect(ask(500_000)).rejects.toMatchObject({ name: 'VcsRefusal', code: 'too_large' });
    for (const end = Date.now() + 5_000; !broken && Date.now() < end;) await new Promise(setImmediate);
    expect(broken).toBe(true);
    ends = true;
    expect((await ask(1_000_000)).text).toHaveLength(1_000_000);
  });
});
