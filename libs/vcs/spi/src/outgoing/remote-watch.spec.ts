import { jest } from '@jest/globals';
import type { PushRoom } from '../transfer/push-room.js';
import { RemoteWatch } from './remote-watch.js';

describe('the watch over a remote', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  const patience = 60_000;
  const watching = (received: () => number, room?: Partial<PushRoom>) => {
    const stop = jest.fn();
    const watched = { received, written: () => Promise.resolve(7), ...(room && { room: room as PushRoom }) };
    return { stop, watch: new RemoteWatch(watched, stop, { patience }) };
  };
  const told = (watch: RemoteWatch): Promise<unknown> =>
    watch.end().then(
      () => 'nothing',
      ({ code, message }: { code: string; message: string }) => `${code}: ${message}`,
    );

  it('ends one that drips, and lets one that sends go on', async () => {
    let bytes = 0;
    const dripping = watching(() => 100);
    const sending = watching(() => (bytes += 40 << 10));
    await jest.advanceTimersByTimeAsync(patience - 2_000);
    expect(dripping.stop).not.toHaveBeenCalled();
    await jest.advanceTimersByTimeAsync(5_000);
    expect(dripping.stop).toHaveBeenCalledTimes(1);
    await jest.advanceTimersByTimeAsync(10 * patience);
    expect([await told(dripping.watch), await told(sending.watch)]).toEqual([
      'remote: the remote takes too long',
      'nothing',
    ]);
    expect(sending.stop).not.toHaveBeenCalled();
  });

  it('ends one for which there is no room, as it came or as it lies on the disk', async () => {
    const full = (bytes: number, most: number) => Promise.resolve(bytes > most ? 'full' : undefined);
    const asCame = watching(() => 11, {
      refusalOf: (bytes) => full(bytes, 10),
      refusalOfWritten: () => full(0, 0),
    });
    const asWritten = watching(() => 0, {
      refusalOf: () => full(0, 0),
      refusalOfWritten: async (size) => full(await size(), 6),
    });
    await jest.advanceTimersByTimeAsync(6_000);
    for (const { stop, watch } of [asCame, asWritten]) {
      expect(stop).toHaveBeenCalledTimes(1);
      expect(await told(watch)).toBe('no_room: full');
    }
  });

  it('looks once more at the end', async () => {
    const { stop, watch } = watching(() => 0, {
      refusalOf: () => Promise.resolve(undefined),
      refusalOfWritten: () => Promise.resolve('full'),
    });
    expect(await told(watch)).toBe('no_room: full');
    expect(stop).not.toHaveBeenCalled();
  });
});
