import { jest } from '@jest/globals';
import { log } from '@holdfast/platform/observability';
import { loginAttempt } from './login-attempt.js';
import { RefusedLoginLog } from './refused-login-log.js';
import { RefusedLogins } from './refused-logins.js';

describe('the log of refused logins', () => {
  let refused: RefusedLogins;
  let lines: { login?: string; count: number }[];
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

  const refuse = (login: string, times: number): void => {
    for (let time = 0; time < times; time += 1) refused.tell(loginAttempt('acme', login, '192.0.2.1'));
  };

  it('has one line a minute for a company, login and address, with their number', () => {
    refuse('jane', 3);
    refuse('john', 5);
    expect(lines).toEqual([]);
    jest.advanceTimersByTime(60_000);
    expect(lines).toEqual([
      { company: 'acme', login: 'john', address: '192.0.2.1', count: 5 },
      { company: 'acme', login: 'jane', address: '192.0.2.1', count: 3 },
    ]);
    jest.advanceTimersByTime(600_000);
    refuse('jane', 1);
    jest.advanceTimersByTime(60_000);
    expect(lines).toHaveLength(3);
  });

  it('sums up a flood', () => {
    for (let login = 0; login < 15_000; login += 1) refuse(`user${login}`, 1);
    refuse('user7', 9);
    jest.advanceTimersByTime(60_000);
    expect(lines).toHaveLength(21);
    expect(lines[0]).toMatchObject({ login: 'user7', count: 10 });
    expect(lines.at(-1)).toEqual({ count: 15_009 - 10 - 19 });
  });
});
