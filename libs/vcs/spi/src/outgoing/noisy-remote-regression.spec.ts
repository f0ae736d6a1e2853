import { jest } from '@jest/globals';
import { RemoteWatch } from './remote-watch.js';

const minute = 60_000;

// All bytes that passed were its pace: a remote that sent words of progress, and never what was asked for, kept a place
// for imports and mirrors for ever, while others waited for it.
describe('the watch over a remote whose bytes come to nothing', () => {
  let heard: boolean[];
  let [bytes, size] = [0, 0];
  beforeEach(() => {
    jest.useFakeTimers();
    [bytes, size, heard] = [0, 0, []];
  });
  afterEach(() => void jest.useRealTimers());

  /** Each second 33 KiB come, and `each` says what becomes of them. */
  const during = async (ms: number, each: (second: number) => unknown = () => undefined): Promise<void> => {
    for (let second = 1; second <= ms / 1_000; second += 1) {
      bytes += 33 << 10;
      each(second);
      await jest.advanceTimersByTimeAsync(1_000);
    }
  };
  const watching = (written?: () => Promise<number>, isOurs = false): RemoteWatch =>
    new RemoteWatch(
      {
        ...{ received: () => bytes, isOurs: () => isOurs, crawls: (is) => heard.push(is) },
        ...(written && { written }),
      },
      () => undefined,
    );
  const measured = (): Promise<number> => Promise.resolve(size);

  it('says after some minutes that others go first, and when something comes again', async () => {
    const watch = watching(measured);
    await during(5 * minute);
    expect(heard).toEqual([]);
    await during(2 * minute);
    expect(heard).toEqual([true]);
    await during(6 * minute, () => (size += 33 << 10));
    expect(heard).toEqual([true, false]);
    await watch.end();
  });

  it.each([
    ['is written', measured, () => (size += 33 << 10)],
    ['is written and removed', measured, (second: number) => (size = second % 300 === 0 ? 0 : size + 33_000)],
    ['goes to the other side', undefined, () => undefined],
  ])('does not say it of what %s', async (_, written, each) => {
    const watch = watching(written);
    await during(20 * minute, each);
    await watch.end();
    expect(heard).toEqual([]);
  });

  it('does not say it while what came is worked on here', async () => {
    const watch = watching(measured, true);
    await during(20 * minute);
    await watch.end();
    expect(heard).toEqual([]);
  });
});
