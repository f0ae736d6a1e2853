import { jest } from '@jest/globals';
import { log } from '../observability/logger.js';
import { Rounds } from './rounds.js';

describe('a work that is done in rounds', () => {
  let begun: { over: () => void; fail: (error: Error) => void }[];
  let rounds: Rounds;
  beforeEach(() => {
    jest.useFakeTimers();
    begun = [];
    const round = () => new Promise<void>((over, fail) => begun.push({ over, fail }));
    rounds = new Rounds(1_000, round, 'it is done later');
    rounds.begin();
  });
  afterEach(() => {
    jest.useRealTimers();
    jest.restoreAllMocks();
  });

  it('has one after each pause, but none during another', async () => {
    await jest.advanceTimersByTimeAsync(999);
    expect(begun).toHaveLength(0);
    await jest.advanceTimersByTimeAsync(3_001);
    expect(begun).toHaveLength(1);
    begun[0].over();
    await jest.advanceTimersByTimeAsync(1_000);
    expect(begun).toHaveLength(2);
  });

  it('has the next one where one fails, which the log has', async () => {
    const warned = jest.spyOn(log, 'warn').mockImplementation(() => undefined);
    await jest.advanceTimersByTimeAsync(1_000);
    const err = new Error('away');
    begun[0].fail(err);
    await jest.advanceTimersByTimeAsync(1_000);
    expect(begun).toHaveLength(2);
    expect(warned.mock.calls).toEqual([[{ err }, 'it is done later']]);
  });

  it('is over when its last round is', async () => {
    await jest.advanceTimersByTimeAsync(1_000);
    let isOver = false;
    const ended = rounds.end().then(() => (isOver = true));
    await jest.advanceTimersByTimeAsync(5_000);
    expect([isOver, begun.length]).toEqual([false, 1]);
    begun[0].over();
    await ended;
    await jest.advanceTimersByTimeAsync(5_000);
    expect(begun).toHaveLength(1);
  });
});
