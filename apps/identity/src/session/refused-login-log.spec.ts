import { jest } from '@jest/globals';
import { log } from '@holdfast/platform/observability';
import { loginAttempt } from './login-attempt.js';
import { RefusedLoginLog } from './refused-login-log.js';
import { RefusedLogins } from './refused-logins.js';

describe('the log of refused logins', () => {
  let refused: RefusedLogins;
  let lines: { account?: string; count: number }[];
  beforeEach(() => {
    jest.useFakeTimers();
    lines = [];
    jest.spyOn(log, 'warn').mockImplementation((line) => void lines.push(line as never));
    refused = new RefusedLogins();
    new RefusedLoginLog(refused);
  });
  afterEach(() => {
    jest.useRealTimers();
    jest.restoreAllMocks();
  });

  const refuse = (login: string, times: number, account?: string): void => {
    const attempt = loginAttempt('acme', login, '192.0.2.1');
    for (let time = 0; time < times; time += 1) refused.tell(account ? { ...attempt, account } : attempt);
  };

  it('has one line a minute for an account and address, with their number', () => {
    refuse('jane', 3, 'uuid of jane');
    refuse('john', 5, 'uuid of john');
    expect(lines).toEqual([]);
    jest.advanceTimersByTime(60_000);
    expect(lines).toEqual([
      { account: 'uuid of john', address: '192.0.2.1', count: 5 },
      { account: 'uuid of jane', address: '192.0.2.1', count: 3 },
    ]);
    jest.advanceTimersByTime(600_000);
    refuse('jane', 1, 'uuid of jane');
    jest.advanceTimersByTime(60_000);
    expect(lines).toHaveLength(3);
  });

  it('knows whose login it is, also while nobody looks any more', () => {
    refuse('jane', 1, 'uuid of jane');
    jest.advanceTimersByTime(60_000);
    refuse('jane', 4);
    jest.advanceTimersByTime(60_000);
    expect(lines.at(-1)).toEqual({ account: 'uuid of jane', address: '192.0.2.1', count: 4 });
  });

  it('has nothing that somebody has typed who is nobody: it may be a password', () => {
    refuse('Sturdy4Knots', 1);
    refuse('nobody', 2);
    jest.advanceTimersByTime(60_000);
    expect(lines).toEqual([{ address: '192.0.2.1', count: 3 }]);
  });

  it('sums up a flood', () => {
    for (let login = 0; login < 15_000; login += 1) refuse(`user${login}`, 1, `uuid of user${login}`);
    refuse('user7', 9, 'uuid of user7');
    jest.advanceTimersByTime(60_000);
    expect(lines).toHaveLength(21);
    expect(lines[0]).toMatchObject({ account: 'uuid of user7', count: 10 });
    expect(lines.at(-1)).toEqual({ count: 15_009 - 10 - 19 });
  });
});
