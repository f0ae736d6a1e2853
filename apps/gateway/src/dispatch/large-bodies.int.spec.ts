import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { commitOperations, branchOperations } from '@holdfast/contracts';
import { DomainError, type CallContext } from '@holdfast/kernel';
import type { Rpc } from '@holdfast/platform/rpc';
import { TransferSlots } from '../bytes/slots/transfer-slots.js';
import { bodyLimit } from '../http/request-body.js';
import { AdmittedSlots } from './admitted-slots.js';
import { answerWith } from './answer.js';
import type { Written } from './byte-exchange.js';
import { LargeBodies, type BodyAtNode } from './large-bodies.js';

const principal = { company: { uuid: 'c' }, account: { uuid: 'a', type: 'user' } };
const ctx = { requestId: 'r', deadline: 0, principal, repository: { node: 'n' } } as unknown as CallContext;
const allowed = { bytes: 2 * bodyLimit, list: 'modified', text: 'content' };

const listening = async (server: Server): Promise<string> => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};
const taken = async (from: IncomingMessage): Promise<string> => {
  let text = '';
  for await (const piece of from) text += String(piece);
  return text;
};

describe('a large body', () => {
  const asked: unknown[] = [];
  /** What the node does with it. */
  let node: (from: IncomingMessage, to: ServerResponse) => unknown;
  /** What is done with it then. */
  let use: (body: BodyAtNode) => Promise<string>;
  let at: string;
  let site: string;
  const servers: Server[] = [];

  beforeAll(async () => {
    servers.push(createServer((from, to) => void node(from, to)));
    at = await listening(servers[0]);
    const rpc = {
      call: (subject: string, _ctx: CallContext, input: unknown) => {
        asked.push([subject, input]);
        return Promise.resolve({ address: at, path: '/body', ticket: 't', name: 'name' });
      },
    };
    const slots = new TransferSlots({ upload: 1, download: 1, fetch: 1, push: 4 });
    const bodies = new LargeBodies(
      rpc as unknown as Rpc,
      new AdmittedSlots(slots, { renew: () => Promise.resolve() }),
    );
    const gateway = createServer((from, response) => {
      const written = {
        ...{ request: from, response, ctx, said: {}, proceed: () => undefined },
        operation: commitOperations.create,
      } as unknown as Written;
      bodies
        .during(written, allowed, async (body) => answerWith(201, await use(body)))
        .then(({ sent, status, body }) => {
          if (!sent) response.writeHead(status).end(body);
        })
        .catch(({ status, code }: DomainError) => response.writeHead(status).end(code));
    });
    servers.push(gateway);
    site = await listening(gateway);
  });
  afterAll(() => {
    for (const server of servers) server.close().closeAllConnections();
  });
  beforeEach(() => {
    asked.length = 0;
    use = async (body) => `${body.name} ${body.digest} ${String(await body.rest())}`;
  });

  const sent = async (body: string, headers: Record<string, string> = {}): Promise<[number?, string?]> => {
    const sending = request(site, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
    });
    const answered = new Promise<IncomingMessage>((resolve) => sending.once('response', resolve));
    sending.end(body);
    const answer = await answered;
    return [answer.statusCode, await taken(answer)];
  };

  it('goes to its node, and lies there until it is dealt with', async () => {
    let over: Promise<unknown> = Promise.resolve();
    let came = '';
    node = async (from, to) => {
      over = new Promise((resolve) => to.once('close', resolve));
      came = `${from.url} ${String(from.headers['x-hf-ticket'])} ${await taken(from)}`;
      to.writeHead(201, { 'x-hf-size': 4, 'x-hf-texts': 'd' });
      to.write('re');
      setTimeout(() => to.write('st'), 20);
    };
    expect(await sent('body')).toEqual([201, 'name d rest']);
    expect(came).toBe('/body t body');
    expect(asked).toEqual([['repository.transfer.stage.v1.n', allowed]]);
    await over;
  });

  it('is refused as its node does, and as the operation does', async () => {
    for (const [status, answer] of [
      [400, [400, 'malformed']],
      [413, [413, 'too_large']],
      [507, [507, 'storage_full']],
      [500, [503, 'unavailable']],
    ] as const) {
      node = (_from, to) => to.writeHead(status, { 'content-length': 0 }).end();
      expect(await sent('x'.repeat(bodyLimit))).toEqual(answer);
    }
    node = (_from, to) => to.writeHead(201, { 'x-hf-size': 0 }).flushHeaders();
    use = () => Promise.reject(new DomainError('conflict'));
    expect(await sent('x')).toEqual([409, 'conflict']);
  });

  it('is 503 where its node goes away, before it has answered or in its answer', async () => {
    node = (from) => from.socket.destroy();
    expect((await sent('x'))[0]).toBe(503);
    node = (from, to) => {
      to.writeHead(201, { 'x-hf-size': 4 }).write('re');
      setTimeout(() => from.socket.destroy(), 20);
    };
    expect(await sent('x')).toEqual([503, 'unavailable']);
  });

  it('is not read where it cannot be, or is too large', async () => {
    expect(await sent('x', { 'content-type': 'text/plain' })).toEqual([415, 'unsupported_media_type']);
    expect((await sent('x'.repeat(allowed.bytes + 1)))[0]).toBe(413);
    expect(asked).toEqual([]);
  });

  it('is one that fits into no message, or whose length nobody knows, of an operation that takes such', () => {
    const of = (headers: Record<string, string>, operation: object = commitOperations.create) =>
      LargeBodies.of({ operation, request: { headers } } as Written);
    expect(of({ 'content-length': String(bodyLimit + 1) })).toBe(commitOperations.create.largeBody);
    expect(of({ 'transfer-encoding': 'chunked' })).toBe(commitOperations.create.largeBody);
    expect(of({ 'content-length': String(bodyLimit) })).toBeUndefined();
    expect(of({})).toBeUndefined();
    expect(of({ 'transfer-encoding': 'chunked' }, branchOperations.create)).toBeUndefined();
  });
});
