import { jest } from '@jest/globals';
import { connect } from 'node:net';
import type { PushRoom } from '../transfer/push-room.js';
import { duringRemote, watchedRemote, type RemoteWay } from './remote-way.js';

describe('the way to a remote', () => {
  const networks = ['127.0.0.0/8'];
  const reached = (port: number): Promise<boolean> =>
    new Promise((resolve) => {
      const socket = connect(port, '127.0.0.1', () => {
        socket.destroy();
        resolve(true);
      });
      socket.once('error', () => resolve(false));
    });

  it('is open as long as the work lasts, however it ends', async () => {
    let ports: number[] = [];
    const work = async ({ url, proxy }: RemoteWay) => {
      expect(url.href).toBe('http://127.0.0.1:1/a');
      expect(await reached(proxy.port)).toBe(true);
      ports = [...ports, proxy.port];
      return 'done';
    };
    const remote = { url: 'http://127.0.0.1:1/a' };
    expect(await duringRemote(remote, { networks }, work)).toBe('done');
    const failing = async (way: RemoteWay) => {
      await work(way);
      throw new Error('the work failed');
    };
    await expect(duringRemote(remote, { networks }, failing)).rejects.toThrow('the work failed');
    expect(ports).toHaveLength(2);
    for (const port of ports) expect(await reached(port)).toBe(false);
  });

  it('leads to no address that is none of http, and to none that is closed', async () => {
    const work = jest.fn(() => Promise.resolve());
    await expect(duringRemote({ url: 'ssh://some.example/' }, { networks }, work)).rejects.toMatchObject({
      code: 'remote',
      message: 'the address of the remote is none of http or https',
    });
    await expect(duringRemote({ url: 'http://10.0.0.1/' }, { networks }, work)).rejects.toMatchObject({
      code: 'remote',
    });
    expect(work).not.toHaveBeenCalled();
  });
});

describe('work with a remote that is watched', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  const untilEnded = (signal: AbortSignal): Promise<string> =>
    new Promise((resolve) => signal.addEventListener('abort', () => resolve('ended')));
  const waiting = () => ({ signal: new AbortController().signal });

  it('answers what it has found, and hears when it is to end', async () => {
    const proxy = { received: 0, sent: 0 };
    expect(await watchedRemote(proxy, {}, waiting(), () => Promise.resolve(7))).toBe(7);
    const leaving = new AbortController();
    const ended = watchedRemote(proxy, {}, leaving, untilEnded);
    leaving.abort();
    expect(await ended).toBe('ended');
  });

  it('ends where what passes both ways has no room, and says so', async () => {
    const room = {
      refusalOf: (bytes: number) => Promise.resolve(bytes > 10 ? `no room for ${bytes}` : undefined),
      refusalOfWritten: () => Promise.resolve(undefined),
    } as unknown as PushRoom;
    const proxy = { received: 4, sent: 4 };
    const ended = jest.fn();
    const work = watchedRemote(proxy, { room }, waiting(), (signal) =>
      untilEnded(signal).finally(ended),
    ).catch((error: unknown) => error);
    await jest.advanceTimersByTimeAsync(3_000);
    expect(ended).not.toHaveBeenCalled();
    proxy.sent = 7;
    await jest.advanceTimersByTimeAsync(1_000);
    expect(ended).toHaveBeenCalledTimes(1);
    expect(await work).toMatchObject({ code: 'no_room', message: 'no room for 11' });
  });

  it('has what was written measured as its caller says, else as nothing', async () => {
    const sizes: number[] = [];
    const room = {
      refusalOf: () => Promise.resolve(undefined),
      refusalOfWritten: async (size: () => Promise<number>) => void sizes.push(await size()),
    } as unknown as PushRoom;
    const proxy = { received: 0, sent: 0 };
    const work = () => Promise.resolve();
    await watchedRemote(proxy, { room, written: () => Promise.resolve(5) }, waiting(), work);
    await watchedRemote(proxy, { room }, waiting(), work);
    expect(sizes).toEqual([5, 0]);
    expect(jest.getTimerCount()).toBe(0);
  });
});
