import { request, type ClientRequest, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { ticketHeader } from '@holdfast/contracts';
import { currentSpan, recordSpans, type EndedSpan } from '@holdfast/kernel';
import { loopbackPlace } from '@holdfast/platform/byte-ports';
import { refuse } from '../serve/answer.js';
import { BytePort } from './byte-port.js';
import { Tickets } from './tickets.js';

const refusal = refuse(413, 'the body has more than 1 bytes');

describe('the byte port', () => {
  let port: BytePort;
  let tickets: Tickets;

  beforeEach(async () => {
    tickets = new Tickets();
    port = new BytePort(tickets, { bytes: loopbackPlace, drain: 100 });
    await port.onApplicationBootstrap();
  });

  afterEach(() => port.beforeApplicationShutdown());

  const begin = (ticket: string, headers = {}): ClientRequest =>
    request(port.address, { method: 'PUT', headers: { [ticketHeader]: ticket, ...headers } });

  it('answers an upload that is refused in its middle, however much of the body is under way', async () => {
    for (let attempt = 0; attempt < 10; attempt += 1) {
      const ticket = tickets.issue({
        method: 'PUT',
        receive: async (body) => {
          for await (const piece of body) if (piece.length > 0) break;
          return refusal;
        },
      });
      const outgoing = begin(ticket);
      const answered = new Promise<IncomingMessage>((resolve, reject) => {
        outgoing.once('response', resolve);
        outgoing.on('error', reject);
      });
      // more than is read at once, again and again: a write that met a closed connection would hide the answer
      const block = Buffer.alloc(256 * 1024);
      const feed = (): void => {
        if (outgoing.destroyed) return;
        outgoing.write(block);
        setImmediate(feed);
      };
      feed();
      const incoming = await answered;
      expect(JSON.parse(await text(incoming))).toEqual(refusal);
      outgoing.destroy();
    }
  });

  it('breaks an upload off whose client will not send it, once', async () => {
    const seen: unknown[] = [];
    const ticket = tickets.issue({
      method: 'PUT',
      receive: async (body) => {
        const next = body[Symbol.asyncIterator]().next();
        await next.catch((error: NodeJS.ErrnoException) => seen.push(error.code));
        return refusal;
      },
    });
    const statuses: (number | undefined)[] = [];
    for (let attempt = 0; attempt < 2; attempt += 1) {
      const outgoing = request(port.address, { method: 'DELETE', headers: { [ticketHeader]: ticket } }).end();
      const incoming = await new Promise<IncomingMessage>((resolve) => outgoing.once('response', resolve));
      statuses.push(incoming.statusCode);
      incoming.resume();
    }
    expect(statuses).toEqual([204, 403]);
    expect(seen).toEqual(['ECONNRESET']);
  });

  it('does what a ticket allows as a part of the request that has it, where that is recorded', async () => {
    const ended: EndedSpan[] = [];
    const stop = recordSpans((span) => void ended.push(span));
    try {
      const [trace, span] = ['1'.repeat(32), '2'.repeat(16)];
      const inside: boolean[] = [];
      for (const flag of ['01', '00']) {
        const receive = () => (inside.push(currentSpan() !== undefined), Promise.resolve(refusal));
        const headers = { traceparent: `00-${trace}-${span}-${flag}` };
        const asked = begin(tickets.issue({ method: 'PUT', receive }), headers).end();
        const answer = await new Promise<IncomingMessage>((resolve) => asked.once('response', resolve));
        await text(answer);
      }
      expect(inside).toEqual([true, false]);
      expect(ended).toMatchObject([{ trace, parent: span, name: 'exchange upload' }]);
      expect(ended).toHaveLength(1);
    } finally {
      stop();
    }
  });

  it('serves nothing without a ticket', async () => {
    const outgoing = begin('none').end();
    const incoming = await new Promise<IncomingMessage>((resolve) => outgoing.once('response', resolve));
    expect(incoming.statusCode).toBe(403);
    incoming.resume();
  });

  it('waits at its end for an upload that has its ticket, and not for a read that does not come', async () => {
    await port.beforeApplicationShutdown();
    port = new BytePort(tickets, { bytes: loopbackPlace, drain: 3_000 });
    await port.onApplicationBootstrap();
    tickets.issue({ method: 'GET', length: 0, open: () => Promise.reject(new Error('nobody comes')) });
    const ticket = tickets.issue({ method: 'PUT', receive: () => Promise.resolve(refusal) });
    const from = performance.now();
    const ended = port.beforeApplicationShutdown().then(() => performance.now() - from);
    await sleep(300);
    const answer = await new Promise<IncomingMessage>((resolve) =>
      begin(ticket).end().once('response', resolve),
    );
    expect(JSON.parse(await text(answer))).toEqual(refusal);
    expect(await ended).toBeLessThan(2_500);
    await port.onApplicationBootstrap();
  });

  it('lets an upload come to its end when the service ends, and breaks off what takes longer', async () => {
    for (const [pause, whole] of [
      [20, true],
      [5_000, false],
    ] as const) {
      const ticket = tickets.issue({
        method: 'PUT',
        receive: async (body) => {
          let length = 0;
          for await (const piece of body) length += piece.length;
          return { ...refusal, text: String(length) };
        },
      });
      const outgoing = begin(ticket);
      const answered = new Promise<string>((resolve, reject) => {
        outgoing.once('response', (response) => void text(response).then(resolve, reject));
        outgoing.on('error', reject);
      }).catch(() => 'broken off');
      await new Promise((sent) => outgoing.write('one', sent));
      const timer = setTimeout(() => outgoing.end('two'), pause);
      await port.beforeApplicationShutdown();
      clearTimeout(timer);
      const said = await answered;
      if (whole) expect(JSON.parse(said)).toMatchObject({ text: '6' });
      else expect(said).toBe('broken off');
      port = new BytePort(tickets, { bytes: loopbackPlace, drain: 100 });
      await port.onApplicationBootstrap();
    }
  });
});
