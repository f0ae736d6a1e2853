import { jest } from '@jest/globals';
import { whileAllowed } from './while-allowed.js';

// Where identity was silent a work went on for as long as it was, also of somebody who had lost his right before.
describe('a work of which nobody can say whether it may still be done', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  /** A remote that drips, until the work is ended. */
  const begun = (ask: () => Promise<unknown>) => {
    const { signal } = new AbortController();
    const state = { became: 'goes on' };
    const dripping = (ending: AbortSignal) =>
      new Promise<void>((_, reject) => {
        ending.addEventListener('abort', () => reject(new Error('broken off')));
      });
    whileAllowed({ signal, ask, isEnd: () => false }, dripping).catch((error: unknown) => {
      state.became = String(error);
    });
    return state;
  };
  const away = () => Promise.reject(new Error('identity is away'));

  it.each([
    ['fails', away],
    ['does not come', () => new Promise(() => undefined)],
  ])('ends after a minute in which the answer %s', async (_, ask) => {
    const state = begun(ask);
    await jest.advanceTimersByTimeAsync(59_000);
    expect(state.became).toBe('goes on');
    await jest.advanceTimersByTimeAsync(2_000);
    expect(state.became).toMatch(/nobody can say whether it may still be done/);
  });

  it('goes on where it is said now and then', async () => {
    let asked = 0;
    const state = begun(() => ((asked += 1) % 50 === 0 ? Promise.resolve() : away()));
    await jest.advanceTimersByTimeAsync(300_000);
    expect(state.became).toBe('goes on');
  });
});
