import { jest } from '@jest/globals';
import { log } from '../observability/logger.js';
import { BackgroundQueue } from './background-queue.js';

describe('work in the background', () => {
  let queue: BackgroundQueue;
  let begun: string[];
  let ends: Map<string, () => void>;
  beforeEach(() => {
    jest.useFakeTimers();
    begun = [];
    ends = new Map();
    const limits = { atOnce: { total: 2, each: [1] }, waiting: { total: 4, each: [3] }, patience: 60_000 };
    queue = new BackgroundQueue('letters', limits);
  });
  afterEach(() => {
    jest.useRealTimers();
    jest.restoreAllMocks();
  });

  const settled = () => jest.advanceTimersByTimeAsync(0);
  const add = (party: string, name: string, key?: string): void =>
    queue.add({
      parties: [party],
      ...(key === undefined ? {} : { key }),
      run: () => {
        begun.push(name);
        return new Promise((end) => ends.set(name, end));
      },
    });
  const end = async (name: string): Promise<void> => {
    ends.get(name)?.();
    await settled();
  };

  it('is as much at a time as may be, of a party and of all', async () => {
    add('a', 'a1');
    add('a', 'a2');
    add('b', 'b1');
    add('c', 'c1');
    expect(begun).toEqual(['a1', 'b1']);
    await end('a1');
    expect(begun).toEqual(['a1', 'b1', 'c1']);
    await end('b1');
    expect(begun).toEqual(['a1', 'b1', 'c1', 'a2']);
  });

  it('is dropped where too much of a party or of all waits, and the log says how often, once', async () => {
    const warn = jest.spyOn(log, 'warn').mockImplementation(() => undefined);
    for (const name of ['a1', 'a2', 'a3', 'a4', 'a5', 'a6']) add('a', name);
    for (const name of ['b1', 'b2', 'b3']) add('b', name);
    for (const name of ['b1', 'a1', 'a2', 'a3', 'a4', 'b2']) await end(name);
    expect(begun).toEqual(['a1', 'b1', 'b2', 'a2', 'a3', 'a4']);
    expect(warn).not.toHaveBeenCalled();
    await jest.advanceTimersByTimeAsync(60_000);
    expect(warn.mock.calls).toEqual([[{ work: 'letters', count: 3 }, 'work in the background was dropped']]);
    await jest.advanceTimersByTimeAsync(600_000);
    expect(warn).toHaveBeenCalledTimes(1);
  });

  it('is dropped when it has waited too long', async () => {
    add('a', 'a1');
    add('a', 'a2');
    await jest.advanceTimersByTimeAsync(60_000);
    await end('a1');
    expect(begun).toEqual(['a1']);
  });

  it('stands for what is the same while it waits, and not once it has begun or was dropped', async () => {
    add('a', 'a1', 'ada');
    add('a', 'a2', 'ada');
    add('b', 'a3', 'ada');
    await end('a1');
    expect(begun).toEqual(['a1', 'a2']);
    add('a', 'a4', 'ada');
    await jest.advanceTimersByTimeAsync(60_000);
    add('a', 'a5', 'ada');
    await end('a2');
    expect(begun).toEqual(['a1', 'a2', 'a5']);
  });

  it('that fails is logged, and the next begins', async () => {
    const error = jest.spyOn(log, 'error').mockImplementation(() => undefined);
    const err = new Error('no');
    queue.add({ parties: ['a'], run: () => Promise.reject(err) });
    await settled();
    add('a', 'a1');
    expect(begun).toEqual(['a1']);
    expect(error.mock.calls).toEqual([[{ err, work: 'letters' }, 'work in the background failed']]);
  });
});
