import { jest } from '@jest/globals';
import { log } from '../observability/logger.js';
import { StorageRounds } from './storage-rounds.js';

describe('rounds', () => {
  let told: string[];
  let away: boolean;
  let answers: Promise<void>;
  let rounds: StorageRounds;
  const tell = (what: string): Promise<void> => {
    if (away) return Promise.reject(new Error('away'));
    told.push(what);
    return answers;
  };
  beforeEach(() => {
    jest.useFakeTimers();
    jest.spyOn(log, 'warn').mockImplementation(() => undefined);
    told = [];
    away = false;
    answers = Promise.resolve();
    rounds = new StorageRounds({ some: (names) => tell(names.join()), all: () => tell('all') }, 2);
    rounds.start();
  });
  afterEach(async () => {
    await rounds.stop();
    jest.useRealTimers();
    jest.restoreAllMocks();
  });

  it('tell everything soon after the start and every hour, and what has changed in parts', async () => {
    await jest.advanceTimersByTimeAsync(2_000);
    expect(told.splice(0)).toEqual(['all']);
    for (const name of ['a', 'b', 'c', 'a']) rounds.note(name);
    await jest.advanceTimersByTimeAsync(5_000);
    expect(told.splice(0)).toEqual(['a,b', 'c']);
    await jest.advanceTimersByTimeAsync(3_600_000);
    expect(told).toEqual(['all']);
  });

  it('tell again what nobody heard: everything too, without waiting for an hour', async () => {
    away = true;
    rounds.note('a');
    await jest.advanceTimersByTimeAsync(10_000);
    expect(told).toEqual([]);
    away = false;
    await jest.advanceTimersByTimeAsync(5_000);
    expect(told.splice(0)).toEqual(['a']);
    await jest.advanceTimersByTimeAsync(5_000);
    expect(told).toEqual(['all']);
  });

  it('tell everything again at growing distances, of a minute at most', async () => {
    away = true;
    const tries: number[] = [];
    jest.spyOn(log, 'warn').mockImplementation(() => void tries.push(Date.now() / 1_000 - begun));
    const begun = Date.now() / 1_000;
    await jest.advanceTimersByTimeAsync(240_000);
    expect(tries).toEqual([2, 10, 20, 40, 80, 140, 200]);
  });

  it('tell nothing once they have ended', async () => {
    rounds.note('a');
    await rounds.stop();
    await jest.advanceTimersByTimeAsync(3_600_000);
    expect([told, jest.getTimerCount()]).toEqual([[], 0]);
  });

  it('tell what was noted once more when they end, where it is asked for, and end all the same if that fails', async () => {
    for (const name of ['a', 'b', 'c']) rounds.note(name);
    await rounds.stop({ last: true });
    expect(told.splice(0)).toEqual(['a,b', 'c']);
    rounds.note('d');
    away = true;
    await rounds.stop({ last: true });
    expect([told, jest.getTimerCount()]).toEqual([[], 0]);
  });

  it.each([{ last: true }, { last: false }])('end in time where nobody answers: %j', async (asked) => {
    let answer = (): void => undefined;
    answers = new Promise((resolve) => (answer = resolve));
    await jest.advanceTimersByTimeAsync(2_000);
    const stopped = jest.fn();
    void rounds.stop(asked).then(stopped);
    await jest.advanceTimersByTimeAsync(2_999);
    expect(stopped).not.toHaveBeenCalled();
    await jest.advanceTimersByTimeAsync(1);
    expect([stopped.mock.calls.length, told, jest.getTimerCount()]).toEqual([1, ['all'], 0]);
    answer();
  });
});
