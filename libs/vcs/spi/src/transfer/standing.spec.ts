import { jest } from '@jest/globals';
import type { TransferGrant, TransferStanding } from '../vcs-engine.js';
import { StandingCheck } from './standing.js';

describe('what let a transfer in', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  const grant = { kind: 'toy', principal: 'ada' } as TransferGrant;
  const checking = () => {
    const stands = jest.fn((): Promise<TransferStanding> => Promise.resolve({ allowed: true }));
    return { stands, check: new StandingCheck({ stands }, grant, 1_000) };
  };

  it('is asked again when the last answer is old', async () => {
    const { stands, check } = checking();
    jest.advanceTimersByTime(999);
    await check.holds();
    expect(stands).not.toHaveBeenCalled();
    jest.advanceTimersByTime(1);
    await check.holds();
    expect(stands.mock.calls).toEqual([[grant]]);
    jest.advanceTimersByTime(999);
    await check.holds();
    expect(stands).toHaveBeenCalledTimes(1);
  });

  it('may have ended, and is not taken for granted where nobody can say', async () => {
    const { stands, check } = checking();
    jest.advanceTimersByTime(1_000);
    stands.mockResolvedValueOnce({ allowed: false, reason: 'the account is locked' });
    await expect(check.holds()).rejects.toMatchObject({
      ...{ cause: 'refused', status: 404, message: 'the account is locked' },
    });
    stands.mockRejectedValueOnce(new Error('away'));
    await expect(check.holds()).rejects.toMatchObject({
      ...{ cause: 'undecided', status: 503 },
      message: 'the server could not decide about this transfer, try again',
    });
    await check.holds();
    expect(stands).toHaveBeenCalledTimes(3);
  });

  it('is asked while a body comes, before each piece is taken', async () => {
    const { stands, check } = checking();
    async function* slowly(): AsyncGenerator<Buffer> {
      for (const text of ['a', 'b', 'c']) {
        yield await Promise.resolve(Buffer.from(text));
        jest.advanceTimersByTime(600);
      }
    }
    let taken = '';
    for await (const chunk of check.during(slowly())) taken += chunk.toString();
    expect([taken, stands.mock.calls.length]).toEqual(['abc', 1]);
    stands.mockResolvedValueOnce({ allowed: false, reason: 'gone' });
    taken = '';
    const cut = async (): Promise<void> => {
      for await (const chunk of check.during(slowly())) taken += chunk.toString();
    };
    await expect(cut()).rejects.toThrow('gone');
    expect(taken).toBe('a');
  });
});
