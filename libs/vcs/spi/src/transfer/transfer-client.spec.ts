import { jest } from '@jest/globals';
import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { TransferClient } from './transfer-client.js';

describe('what moves between a client and a program', () => {
  const { gc } = globalThis;
  afterEach(() => {
    globalThis.gc = gc;
  });

  it('has its buffers collected, in either direction', () => {
    const collect = jest.fn();
    globalThis.gc = collect as unknown as NodeJS.GCFunction;
    const client = new TransferClient(1_000);
    for (let sent = 0; sent < 64; sent += 1) client.moved(1 << 20);
    expect(collect.mock.calls).toEqual(Array.from({ length: 4 }, () => [{ type: 'minor' }]));
    expect(client.movedBytes).toBe(64 << 20);
  });
});

describe('the client of a transfer', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  const never = new Promise<never>(() => undefined);
  const later = <T>(answer: T, after: number): Promise<T> =>
    new Promise((resolve) => setTimeout(resolve, after, answer));
  /** What comes of it, once it has come. */
  const told = (work: Promise<unknown>) => {
    const heard = jest.fn();
    work.then(heard, ({ cause, status, message }: { cause: string; status: number; message: string }) =>
      heard(`${cause} ${status}: ${message}`),
    );
    return heard;
  };
  const stalled = 'stalled 408: the request body stalled';
  /** Asks every second for so long whether it is slow; the last answer. */
  const looked = async (client: TransferClient, seconds: number, held: number): Promise<boolean> => {
    let slow = false;
    for (let second = 0; second < seconds; second += 1) {
      await jest.advanceTimersByTimeAsync(1_000);
      slow = client.isSlow(held);
    }
    return slow;
  };

  it('is gone when its connection has ended, or when it has to leave', async () => {
    const response = Object.assign(new EventEmitter(), { destroyed: false });
    const client = TransferClient.of(response as unknown as ServerResponse, 1_000);
    const left = told(client.left());
    await jest.advanceTimersByTimeAsync(0);
    expect([client.gone.aborted, left.mock.calls.length]).toEqual([false, 0]);
    response.emit('close');
    await jest.advanceTimersByTimeAsync(0);
    expect([client.gone.aborted, left.mock.calls.length]).toEqual([true, 1]);
    await client.left();
    const ended = Object.assign(new EventEmitter(), { destroyed: true });
    expect(TransferClient.of(ended as unknown as ServerResponse, 1_000).gone.aborted).toBe(true);
    const leaving = new TransferClient(1_000);
    leaving.leave();
    expect(leaving.gone.aborted).toBe(true);
  });

  it('answers in time, or stalls', async () => {
    const client = new TransferClient(1_000);
    const [inTime, late] = [told(client.answers(later('here', 999))), told(client.answers(never))];
    expect(client.isBehind).toBe(true);
    await jest.advanceTimersByTimeAsync(999);
    expect([inTime.mock.calls, late.mock.calls]).toEqual([[['here']], []]);
    await jest.advanceTimersByTimeAsync(1);
    expect(late.mock.calls).toEqual([[stalled]]);
    expect([client.isBehind, jest.getTimerCount()]).toEqual([false, 0]);
    await expect(client.answers(Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  });

  it('stalls though it moves where only it speaks, but not where both do', async () => {
    const client = new TransferClient(1_000);
    const floor = { programSpeaks: false, programIsSilent: false };
    const [alone, talking] = [told(client.answers(never)), told(client.answers(never, floor))];
    expect(client.isBehind).toBe(true);
    await jest.advanceTimersByTimeAsync(500);
    client.moved(1);
    await jest.advanceTimersByTimeAsync(500);
    expect([alone.mock.calls, talking.mock.calls]).toEqual([[[stalled]], []]);
    expect(client.isBehind).toBe(false);
    client.moved(1);
    await jest.advanceTimersByTimeAsync(1_999);
    expect(talking).not.toHaveBeenCalled();
    await jest.advanceTimersByTimeAsync(1);
    expect(talking.mock.calls).toEqual([[stalled]]);
  });

  it('has ten times the patience with a program that thinks', async () => {
    const client = new TransferClient(1_000);
    const talking = told(client.answers(never, { programSpeaks: true, programIsSilent: false }));
    await jest.advanceTimersByTimeAsync(9_999);
    expect(talking).not.toHaveBeenCalled();
    await jest.advanceTimersByTimeAsync(1);
    expect(talking.mock.calls).toEqual([[stalled]]);
  });

  // A push that brought all to the disk for longer was said to have stalled, though it was done.
  it('does not stall while the program waits for us', async () => {
    const client = new TransferClient(1_000);
    client.talksWith(() => 0);
    const talking = told(client.answers(never, { programSpeaks: true, programIsSilent: true }));
    void client.ours(later('on the disk', 30_500));
    await jest.advanceTimersByTimeAsync(39_999);
    expect(talking).not.toHaveBeenCalled();
    await jest.advanceTimersByTimeAsync(1);
    expect(talking.mock.calls).toEqual([[stalled]]);
  });

  it('gives way to others, whatever it is waited for', async () => {
    const client = new TransferClient(60_000);
    const floor = { programSpeaks: true, programIsSilent: false };
    const waits = [told(client.answers(never)), told(client.answers(never, floor))];
    client.giveWay();
    await jest.advanceTimersByTimeAsync(0);
    const slow = 'stalled 408: the transfer was too slow while others waited';
    expect(waits.map(({ mock }) => mock.calls)).toEqual([[[slow]], [[slow]]]);
    expect(client.gone.aborted).toBe(true);
  });

  it('is slow only while it is waited for', async () => {
    const client = new TransferClient(600_000);
    expect(await looked(client, 20, 1)).toBe(false);
    void client.answers(never);
    expect(await looked(client, 9, 1)).toBe(false);
    expect(await looked(client, 5, 1)).toBe(true);
    client.moved(1 << 20);
    expect(client.isSlow(1)).toBe(false);
  });

  it('is slow where nearly nothing moves for longer than it may, whoever is waited for', async () => {
    const client = new TransferClient(600_000, 10_000);
    expect(await looked(client, 10, 1)).toBe(false);
    client.moved(20_000);
    expect(await looked(client, 10, 1)).toBe(false);
    client.moved(10_000);
    expect(await looked(client, 2, 1)).toBe(true);
  });

  it('is not slow while a program has the word, unless that is silent for too long', async () => {
    const slow = async (floor: { programSpeaks: boolean; programIsSilent: boolean }): Promise<boolean> => {
      const client = new TransferClient(600_000);
      void client.answers(never, floor);
      return looked(client, 15, 1);
    };
    expect(await slow({ programSpeaks: true, programIsSilent: false })).toBe(false);
    expect(await slow({ programSpeaks: true, programIsSilent: true })).toBe(true);
    expect(await slow({ programSpeaks: false, programIsSilent: false })).toBe(true);
  });

  it('is judged by the whole of a talk, where the system says what the program works', async () => {
    let used: number | undefined = 0;
    const talking = (): TransferClient => {
      const client = new TransferClient(3_600_000);
      client.talksWith(() => used);
      return client;
    };
    const floor = { programSpeaks: false, programIsSilent: false };
    const client = talking();
    expect(await looked(client, 70, 1)).toBe(false);
    void client.answers(never, floor);
    expect(await looked(client, 1, 1)).toBe(true);
    expect(client.waited).toBeGreaterThan(60_000);
    const young = talking();
    void young.answers(never, floor);
    expect(await looked(young, 15, 1)).toBe(false);
    void young.answers(never);
    expect(await looked(young, 15, 1)).toBe(true);
    used = undefined;
    const unknown = talking();
    void unknown.answers(never, floor);
    expect(await looked(unknown, 15, 1)).toBe(true);
    expect([new TransferClient(1).waited, unknown.waited]).toEqual([0, 0]);
  });

  // A push over SSH has two gits: with the second one patience began anew, and all bytes so far were paid for twice.
  it('is judged by the whole of a talk, also where another program goes on with it', async () => {
    const client = new TransferClient(3_600_000);
    client.talksWith(() => 100);
    void client.answers(never, { programSpeaks: false, programIsSilent: false });
    expect(await looked(client, 40, 1)).toBe(false);
    client.talksWith(() => 0);
    expect(await looked(client, 20, 1)).toBe(false);
    expect(client.waited).toBe(58_000);
    expect(await looked(client, 3, 1)).toBe(true);
    client.talksWith(() => 200);
    client.isSlow(1);
    expect(client.waited).toBe(57_000);
  });

  it('is not what a program waits for us', async () => {
    const client = new TransferClient(600_000);
    expect(await client.ours(Promise.resolve(7))).toBe(7);
    client.talksWith(() => 0);
    const ours = client.ours(later(8, 50_000));
    void client.answers(never);
    await jest.advanceTimersByTimeAsync(50_000);
    expect(await ours).toBe(8);
    client.isSlow(1);
    expect(client.waited).toBe(0);
  });
});
