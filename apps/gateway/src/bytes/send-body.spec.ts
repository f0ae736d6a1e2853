import { jest } from '@jest/globals';
import { PassThrough, Writable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import type { Exchange } from './exchange.js';
import { sendBody } from './send-body.js';

const patience = 60_000;

describe('the body of a request', () => {
  let body: PassThrough;
  let exchange: Exchange;
  let taken: string;
  /** Lets the other side go on, where it is busy. */
  let goOn: (() => void) | undefined;
  let busy: boolean;

  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
    [taken, busy, goOn] = ['', false, undefined];
    body = new PassThrough();
    const res = { destroy: () => undefined };
    exchange = { req: body, res, headers: [], waiting: false, patience } as unknown as Exchange;
    const outgoing = new Writable({
      highWaterMark: 4,
      write: (piece: Buffer, _encoding, done) => {
        taken += piece.toString();
        if (busy) goOn = done;
        else done();
      },
    });
    sendBody(exchange, outgoing, patience);
  });
  afterEach(() => jest.useRealTimers());

  const say = async (text: string): Promise<void> => {
    body.write(text);
    await turn();
  };

  it('goes at once where all of it has come', () => {
    const said: string[] = [];
    const outgoing = new Writable({
      write: (piece: Buffer, _encoding, done) => {
        said.push(piece.toString());
        done();
      },
      final: (done) => {
        said.push('end');
        done();
      },
    });
    const whole = new PassThrough();
    whole.write('one ');
    whole.end('two');
    const counted = { received: 0 };
    const req = Object.assign(whole, { complete: true });
    const before = jest.getTimerCount();
    sendBody({ ...exchange, req, counted } as unknown as Exchange, outgoing, patience)();
    expect([said, counted.received, jest.getTimerCount() - before]).toEqual([['one two', 'end'], 7, 0]);
  });

  it('is not given up while a byte comes from time to time', async () => {
    for (const byte of 'bytes') {
      await say(byte);
      jest.advanceTimersByTime(patience - 1);
    }
    expect([taken, exchange.given]).toEqual(['bytes', undefined]);
  });

  it('is given up when nothing came for too long', async () => {
    await say('half');
    jest.advanceTimersByTime(patience);
    expect(exchange.given).toMatchObject({
      status: 408,
      reason: 'no byte of the body came for 60 seconds',
    });
  });

  it('is not given up once it is there, however long the answer takes', async () => {
    body.end('whole');
    await turn();
    await turn();
    jest.advanceTimersByTime(patience * 10);
    expect([taken, exchange.given, jest.getTimerCount()]).toEqual(['whole', undefined, 0]);
  });

  it('is not given up while the other side takes its time to take it', async () => {
    busy = true;
    await say('much of it');
    jest.advanceTimersByTime(patience * 3);
    expect(exchange.given).toBeUndefined();
    goOn?.();
    await turn();
    jest.advanceTimersByTime(patience);
    expect(exchange.given?.status).toBe(408);
  });
});
