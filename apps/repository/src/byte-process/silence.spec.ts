import { jest } from '@jest/globals';
import { watchSilence } from './silence.js';

describe('who watches whether a program answers', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  const watched = (ask: () => Promise<unknown>) => {
    const onSilence = jest.fn();
    const end = watchSilence(ask, onSilence, { every: 10, most: 3 });
    return { onSilence, end };
  };
  const never = (): Promise<void> => new Promise(() => undefined);

  it('finds it silent when it was looked for its answer so often in vain, once', async () => {
    const ask = jest.fn(never);
    const { onSilence } = watched(ask);
    await jest.advanceTimersByTimeAsync(39);
    expect(onSilence).not.toHaveBeenCalled();
    await jest.advanceTimersByTimeAsync(1);
    expect(onSilence).toHaveBeenCalledTimes(1);
    await jest.advanceTimersByTimeAsync(1_000);
    expect([onSilence.mock.calls.length, ask.mock.calls.length]).toEqual([1, 1]);
  });

  it('asks on when it answers late, and when it cannot answer', async () => {
    let asked = 0;
    const late = () =>
      new Promise((answer, fail) => {
        asked += 1;
        setTimeout(asked % 2 ? answer : fail, 25);
      });
    const { onSilence, end } = watched(late);
    await jest.advanceTimersByTimeAsync(1_000);
    expect([onSilence.mock.calls.length, asked > 20]).toEqual([0, true]);
    end();
  });

  it('finds nothing more when it has been ended', async () => {
    const { onSilence, end } = watched(never);
    await jest.advanceTimersByTimeAsync(35);
    end();
    await jest.advanceTimersByTimeAsync(1_000);
    expect(onSilence).not.toHaveBeenCalled();
  });
});
