import { jest } from '@jest/globals';
import { Retries } from './retries.js';

describe('what has failed', () => {
  let retries: Retries;
  /** When it was tried (milliseconds). */
  let tried: number[];
  beforeEach(() => {
    jest.useFakeTimers({ now: 0 });
    retries = new Retries();
    tried = [];
  });
  afterEach(() => jest.useRealTimers());

  const failing = (times: number) => (): Promise<void> => {
    tried.push(Date.now());
    return tried.length > times ? Promise.resolve() : Promise.reject(new Error('not yet'));
  };

  it('is tried again until it works, after twice the time each', async () => {
    retries.begin(failing(3));
    await jest.advanceTimersByTimeAsync(600_000);
    expect(tried).toEqual([200, 600, 1_400, 3_000]);
  });

  it('is tried twice a minute after a while', async () => {
    retries.begin(failing(100));
    await jest.advanceTimersByTimeAsync(600_000);
    expect(tried[20] - tried[19]).toBe(30_000);
  });

  it('is left when there is no time any more', async () => {
    retries.begin(failing(100));
    await jest.advanceTimersByTimeAsync(500);
    retries.end();
    retries.begin(failing(100));
    await jest.advanceTimersByTimeAsync(600_000);
    expect(tried).toEqual([200]);
  });
});
