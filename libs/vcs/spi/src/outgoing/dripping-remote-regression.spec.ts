import { jest } from '@jest/globals';
import { RemoteWatch, type RemoteBounds, type Watched } from './remote-watch.js';

const minute = 60_000;

/**
 * A remote that has sent much may hold its place by a few bytes now and then for hours, unless the pace is a recent
 * one.
 */
describe('the watch over a remote that drips', () => {
  /** Bytes a second that come, and all that came. */
  let pace: number;
  let bytes: number;
  let isOurs: boolean;
  let heard: boolean[];
  const stop = jest.fn();
  const open: RemoteWatch[] = [];
  beforeEach(() => {
    jest.useFakeTimers();
    [pace, bytes, isOurs, heard] = [0, 0, false, []];
    stop.mockReset();
  });
  afterEach(async () => {
    await Promise.all(open.splice(0).map((watch) => watch.end().catch(() => undefined)));
    jest.useRealTimers();
  });

  const watching = (bounds: Partial<RemoteBounds> = {}): RemoteWatch => {
    const watched: Watched = {
      ...{ received: () => bytes, written: () => Promise.resolve(0) },
      isOurs: () => isOurs,
      crawls: (is) => heard.push(is),
    };
    const watch = new RemoteWatch(watched, stop, bounds);
    open.push(watch);
    return watch;
  };
  const during = async (ms: number): Promise<void> => {
    for (let passed = 0; passed < ms; passed += 1_000) {
      bytes += pace;
      await jest.advanceTimersByTimeAsync(1_000);
    }
  };

  it('ends it half an hour later, however much it sent before', async () => {
    watching();
    bytes = 4 * 2 ** 30;
    pace = 100;
    await during(29 * minute);
    expect(stop).not.toHaveBeenCalled();
    await during(2 * minute);
    expect(stop).toHaveBeenCalledTimes(1);
  });

  it('leaves one alone that sends 32 KiB a second, with pauses', async () => {
    watching();
    for (let times = 0; times < 12; times += 1) {
      pace = 100 << 10;
      await during(5 * minute);
      pace = 0;
      await during(5 * minute);
    }
    expect(stop).not.toHaveBeenCalled();
  });

  it('says after a minute that it crawls, and when it does not any more', async () => {
    const watch = watching();
    pace = 15 << 10;
    await during(minute - 2_000);
    expect(heard).toEqual([]);
    await during(4_000);
    expect(heard).toEqual([true]);
    pace = 200 << 10;
    await during(10_000);
    expect(heard).toEqual([true, false]);
    pace = 0;
    await during(2 * minute);
    expect(heard).toEqual([true, false, true]);
    await watch.end();
    expect(heard).toEqual([true, false, true, false]);
  });

  it('does not count the time in which what came is worked on here, nor that in which the process stood still', async () => {
    watching();
    bytes = 4 * 2 ** 30;
    isOurs = true;
    await during(60 * minute);
    expect([heard, stop.mock.calls]).toEqual([[], []]);
    isOurs = false;
    await during(40_000);
    jest.setSystemTime(Date.now() + 30 * minute);
    await during(5_000);
    expect([heard, stop.mock.calls]).toEqual([[], []]);
    await during(30_000);
    expect(heard).toEqual([true]);
    isOurs = true;
    await during(2_000);
    expect(heard).toEqual([true, false]);
  });

  it('gives a file that was here before the time of its size', async () => {
    const files = [1 << 20, 1 << 30].map((before) => {
      const end = jest.fn();
      const watched = { received: () => 0, written: () => Promise.resolve(0), before, isOurs: () => true };
      open.push(new RemoteWatch(watched, end, { patience: minute }));
      return end;
    });
    await during(3 * minute);
    expect(files.map((end) => end.mock.calls.length)).toEqual([1, 0]);
  });
});
