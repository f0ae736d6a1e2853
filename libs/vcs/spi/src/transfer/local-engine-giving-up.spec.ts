import { request as httpRequest, type IncomingMessage, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { BodyFailure } from './body-failure.js';
import type { GivingUp } from './ended-request.js';
import { LocalEngine } from './local-engine.js';
import { listening, type Serve } from './listening.fixture.js';
import { TransferClient } from './transfer-client.js';

describe('a request that an engine on this machine is given up with', () => {
  let serve: Serve;
  let settled: Promise<unknown>;
  let relay: LocalEngine;
  let leaving: Promise<void>[];
  let outlasts: AbortSignal | undefined;
  let idle: number;
  let [engine, enginePort]: [Server | undefined, number] = [undefined, 0];
  let [front, frontPort]: [Server | undefined, number] = [undefined, 0];

  beforeAll(async () => {
    [engine, enginePort] = await listening((request, response) => serve(request, response));
    engine.keepAliveTimeout = 60_000;
    [front, frontPort] = await listening((_, response) => {
      settled = relay
        .relay({ method: 'GET', path: '/x', headers: {} }, response, TransferClient.of(response, idle), {
          head: ({ statusCode = 0 }: IncomingMessage) => ({ status: statusCode, reason: '', headers: [] }),
          silence: 10_000,
          left: (over) => void leaving.push(over),
          ...(outlasts && { outlasts }),
        })
        .catch((error: unknown) => error);
    });
  });
  beforeEach(() => ([leaving, idle] = [[], 10_000]));
  afterEach(() => relay.close());
  afterAll(() => {
    for (const server of [engine, front]) {
      server?.closeAllConnections();
      server?.close();
    }
  });

  const giving = (giveUp?: GivingUp): void => {
    relay = new LocalEngine(() => ({ host: '127.0.0.1', port: enginePort }), 4, giveUp);
  };
  /** Its connection at the engine, once that has the request of a client, who then leaves. */
  const left = async (): Promise<Socket> => {
    const reached = new Promise<IncomingMessage>((resolve) => (serve = resolve));
    const client = httpRequest({ host: '127.0.0.1', port: frontPort }).on('error', () => undefined);
    client.end();
    const { socket } = await reached;
    client.destroy();
    return socket;
  };
  /** However it was closed. */
  const isClosed = (socket: Socket): Promise<void> =>
    new Promise((resolve) => {
      if (socket.closed) resolve();
      socket.on('error', () => undefined).once('close', () => resolve());
    });

  it('loses its connection where nobody says how it is given up', async () => {
    giving();
    await isClosed(await left());
    expect(await settled).toMatchObject({ cause: 'gone', status: 400, message: 'the client went away' });
    expect(leaving).toEqual([]);
  });

  it('keeps its connection until that is closed, and its end is told', async () => {
    let close: (() => void) | undefined;
    let finish: () => void = () => undefined;
    const over = new Promise<void>((resolve) => (finish = resolve));
    const begun = new Promise<Socket>((resolve) =>
      giving((socket, closes) => {
        close = closes;
        resolve(socket);
        return over;
      }),
    );
    const atEngine = await left();
    const socket = await begun;
    expect([socket.remotePort, socket.destroyed, atEngine.closed]).toEqual([enginePort, false, false]);
    expect(leaving).toEqual([]);
    close?.();
    await isClosed(atEngine);
    expect(await settled).toBeInstanceOf(BodyFailure);
    expect(leaving).toEqual([over]);
    finish();
  });

  // The server of Subversion worked for minutes, and took gigabytes, for clients that took nothing and left.
  it('is given up before its connection goes where its client takes nothing of the answer', async () => {
    idle = 100;
    const begun = new Promise<boolean>((resolve) =>
      giving(
        (socket, close) =>
          new Promise((over) => setImmediate(() => over((resolve(socket.destroyed), close())))),
      ),
    );
    const atEngine = new Promise<Socket>((resolve) => {
      serve = ({ socket }, response) => {
        resolve(socket);
        response.on('error', () => undefined).write(Buffer.alloc(64 << 20));
      };
    });
    const client = httpRequest({ host: '127.0.0.1', port: frontPort }, (answer) => answer.pause());
    client.on('error', () => undefined).end();
    expect(await begun).toBe(false);
    await isClosed(await atEngine);
    await settled;
    expect(leaving).toHaveLength(1);
    client.destroy();
  });

  it('is given up at once where what outlasts its client is ended', async () => {
    const ended = new AbortController();
    outlasts = ended.signal;
    const given: boolean[] = [];
    const begun = new Promise<void>((resolve) =>
      giving((_, close, atOnce) => {
        given.push(atOnce);
        close();
        resolve();
        return Promise.resolve();
      }),
    );
    const atEngine = await left();
    outlasts = undefined;
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect([given, atEngine.closed]).toEqual([[], false]);
    const reason = new BodyFailure('refused', 403, 'not any more');
    ended.abort(reason);
    await begun;
    expect([await settled, given, leaving.length]).toEqual([reason, [true], 1]);
    giving((_, close, atOnce) => {
      given.push(atOnce);
      close();
      return Promise.resolve();
    });
    await left();
    await settled;
    expect(given).toEqual([true, false]);
  });

  it('is given up once, whatever ends it besides', async () => {
    let times = 0;
    giving((_, close) => {
      times += 1;
      setTimeout(close, 20);
      return Promise.resolve();
    });
    await isClosed(await left());
    await settled;
    expect([times, leaving.length]).toEqual([1, 1]);
  });

  it('is not given up where it was answered', async () => {
    giving(() => Promise.reject(new Error('never')));
    serve = (_, response) => void response.end('there');
    expect(await (await fetch(`http://127.0.0.1:${frontPort}/`)).text()).toBe('there');
    expect([await settled, leaving]).toEqual([200, []]);
  });

  it('is none of a client that has left before', async () => {
    giving();
    serve = () => undefined;
    const gone = new TransferClient(10_000);
    gone.leave();
    const asked = relay.relay({ method: 'GET', path: '/', headers: {} }, {} as never, gone, {
      head: () => ({ status: 200, reason: '', headers: [] }),
      silence: 10_000,
    });
    await expect(asked).rejects.toMatchObject({ cause: 'gone', message: 'the client went away' });
  });

  it('keeps its connection once it was answered, until all are closed', async () => {
    giving();
    let atEngine: Socket | undefined;
    serve = ({ socket }, response) => {
      atEngine = socket;
      response.end('there');
    };
    expect(await relay.ask({ method: 'GET', path: '/', headers: {} }, Date.now() + 10_000)).toEqual({
      status: 200,
      text: 'there',
    });
    expect(atEngine?.closed).toBe(false);
    relay.close();
    if (atEngine) await isClosed(atEngine);
  });

  it('says that the engine hung up, and what it may not tell', async () => {
    giving();
    serve = (request) => void request.socket.destroy();
    const soon = (): number => Date.now() + 10_000;
    await expect(relay.ask({ method: 'GET', path: '/', headers: {} }, soon())).rejects.toThrow(
      'socket hang up',
    );
    serve = (_, response) => void response.end('too much');
    await expect(relay.ask({ method: 'GET', path: '/', headers: {} }, soon(), 7)).rejects.toMatchObject({
      code: 'too_large',
      message: 'there is more to be told of the repository than can be',
    });
  });
});
