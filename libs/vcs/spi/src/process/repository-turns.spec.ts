import { jest } from '@jest/globals';
import type { Reading } from '../vcs-history.js';
import { RepositoryTurns } from './repository-turns.js';

describe('turns of repositories', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  const limits = { total: 4, each: [3, 2, 1] };
  const waiting = { total: 8, each: [8, 8, 8] };
  const reader = (account = 'ada', company = 'acme', patience = 3_600_000): Reading => ({
    owner: { company, account },
    deadline: Date.now() + patience,
  });
  const busy = { code: 'unavailable', message: 'too much is read or written at this moment' };

  it('come at once where there is room, and answer what the work does', async () => {
    const turns = new RepositoryTurns(limits, waiting);
    expect(await turns.run('/a', reader(), () => Promise.resolve(7))).toBe(7);
    await expect(turns.run('/a', reader(), () => Promise.reject(new Error('broken')))).rejects.toThrow(
      'broken',
    );
  });

  it('are counted by repository, account and company', async () => {
    const turns = new RepositoryTurns(limits, waiting);
    const begun: string[] = [];
    const ends: (() => void)[] = [];
    const work = (name: string) => () => {
      begun.push(name);
      return new Promise<void>((resolve) => ends.push(resolve));
    };
    const all = [
      turns.run('/a', reader('ada'), work('ada a')),
      turns.run('/a', reader('bob'), work('bob a')),
      turns.run('/b', reader('ada'), work('ada b')),
      turns.run('/c', reader('ada'), work('ada c')),
      turns.run('/d', reader('dan', 'other'), work('dan d')),
    ];
    await jest.advanceTimersByTimeAsync(1_000);
    expect(begun).toEqual(['ada a', 'ada b', 'dan d']);
    while (ends.length > 0) {
      ends.shift()?.();
      await jest.advanceTimersByTimeAsync(1_000);
    }
    await Promise.all(all);
    expect(begun).toHaveLength(5);
  });

  it('are refused where none comes in half a minute, or before nobody waits any more', async () => {
    const turns = new RepositoryTurns(limits, waiting);
    void turns.run('/a', reader(), () => new Promise(() => undefined));
    const [patient, hasty] = [jest.fn(), jest.fn()];
    const work = jest.fn(() => Promise.resolve());
    void turns.run('/a', reader('bob'), work).catch(patient);
    void turns.run('/a', reader('cleo', 'other', 2_000), work).catch(hasty);
    await jest.advanceTimersByTimeAsync(1_999);
    expect(hasty).not.toHaveBeenCalled();
    await jest.advanceTimersByTimeAsync(27_999);
    expect(hasty).toHaveBeenCalledWith(expect.objectContaining(busy));
    expect(patient).not.toHaveBeenCalled();
    await jest.advanceTimersByTimeAsync(2);
    expect(patient).toHaveBeenCalledWith(expect.objectContaining(busy));
    expect(work).not.toHaveBeenCalled();
  });
});
