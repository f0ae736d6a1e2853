import { jest } from '@jest/globals';
import { PassThrough } from 'node:stream';
import type { IncomingMessage } from 'node:http';
import { TransferClient } from '@holdfast/vcs-spi/engine';
import { Talk } from './talk.js';

describe('a client that says that it is the turn of git', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  const begun = async () => {
    const [talk, client, request] = [new Talk(), new TransferClient(60_000), new PassThrough()];
    const pieces = talk.chunks(request as unknown as IncomingMessage, client);
    const reading = (async () => {
      for await (const piece of pieces) void piece;
    })();
    reading.catch(() => undefined);
    request.write(`PACK${'x'.repeat(8)}0000`);
    await jest.advanceTimersByTimeAsync(1);
    expect(talk.programSpeaks).toBe(true);
    /** Whether it is slow at any time of so many seconds, while others wait. */
    const isSlowIn = async (seconds: number): Promise<boolean> => {
      let slow = false;
      for (let second = 0; second < seconds; second += 1) {
        slow ||= client.isSlow(8);
        await jest.advanceTimersByTimeAsync(1_000);
      }
      return slow;
    };
    const end = () => request.end();
    return { talk, isSlowIn, end };
  };

  it('does not keep its place by that where git waits for more', async () => {
    const { isSlowIn, end } = await begun();
    expect(await isSlowIn(50)).toBe(false);
    expect(await isSlowIn(40)).toBe(true);
    end();
  });

  it('keeps it while git tells that it works', async () => {
    const { talk, isSlowIn, end } = await begun();
    const working = setInterval(() => talk.said(Buffer.from('0005\x02')), 5_000);
    expect(await isSlowIn(300)).toBe(false);
    clearInterval(working);
    end();
  });
});
