import { loginUnlocked } from '@holdfast/contracts';
import { loginAttempt, type LoginAttempt } from './login-attempt.js';
import { LoginAttempts } from './login-attempts.js';

const minute = 60_000;

describe('failed logins', () => {
  let hear: (event: { company: string; logins: string[] }) => void;
  let attempts: LoginAttempts;
  beforeEach(() => {
    const rpc = {
      on: (subject: string, listener: (event: never) => void) => {
        expect(subject).toBe(loginUnlocked);
        hear = listener as typeof hear;
      },
    };
    attempts = new LoginAttempts(rpc, { loginBudget: 40 });
  });

  const wait = (login: string, address = '192.0.2.1', now = 1_000_000): number =>
    attempts.wait(loginAttempt('acme', login, address), now);
  const fail = (times: number, at = 1_000_000, login = 'jane', address = '192.0.2.1'): number[] =>
    Array.from({ length: times }, () => {
      attempts.failed(loginAttempt('acme', login, address), at);
      return wait(login, address, at);
    });

  it('are let be up to ten, and refused for five minutes after the eleventh', () => {
    expect(fail(11)).toEqual([...Array<number>(10).fill(0), 300]);
    expect(wait('jane', '192.0.2.1', 1_000_000 + minute)).toBe(240);
    expect(wait('jane', '192.0.2.1', 1_000_000 + 5 * minute)).toBe(0);
  });

  it('count within five minutes only', () => {
    fail(6);
    fail(5, 1_000_000 + 4 * minute);
    expect(wait('jane', '192.0.2.1', 1_000_000 + 4 * minute)).toBe(60);
    expect(wait('jane', '192.0.2.1', 1_000_000 + 5 * minute)).toBe(0);
  });

  it('count for each company, login and address by itself, whatever the case of the login', () => {
    fail(6, 1_000_000, 'Jane');
    fail(5, 1_000_000, 'JANE');
    expect(wait('jane')).toBe(300);
    expect(attempts.wait(loginAttempt('beta', 'jane', '192.0.2.1'), 1_000_000)).toBe(0);
    expect(wait('john')).toBe(0);
    expect(wait('jane', '192.0.2.2')).toBe(0);
  });

  it('count for a whole /64 of IPv6, and for an IPv4 address however it is written', () => {
    fail(11, 1_000_000, 'jane', '2001:db8::1');
    expect(wait('jane', '2001:db8::2')).toBe(300);
    expect(wait('jane', '2001:db8:0:1::2')).toBe(0);
    fail(11, 1_000_000, 'jane', '::ffff:192.0.2.9');
    expect(wait('jane', '192.0.2.9')).toBe(300);
  });

  it('of many logins are let be until the budget of their address is spent', () => {
    for (let time = 0; time < 40; time += 1) {
      expect(wait('anybody')).toBe(0);
      fail(1, 1_000_000 + time * 1000, `user${time}`);
    }
    const now = 1_000_000 + 40_000;
    expect([wait('anybody', '192.0.2.1', now), wait('anybody', '192.0.2.2', now)]).toEqual([260, 0]);
    attempts.succeeded(loginAttempt('acme', 'user1', '192.0.2.1'));
    expect(wait('user1', '192.0.2.1', now)).toBe(260);
    expect(wait('anybody', '192.0.2.1', 1_000_000 + 5 * minute)).toBe(0);
  });

  it('are forgotten after a success, and when the operator says so', () => {
    fail(11);
    attempts.succeeded(loginAttempt('acme', 'jane', '192.0.2.1'));
    expect(wait('jane')).toBe(0);
    fail(11, 1_000_000, 'jane', '192.0.2.3');
    fail(11, 1_000_000, 'jane@example.com', '192.0.2.2');
    fail(11, 1_000_000, 'janet', '192.0.2.3');
    hear({ company: 'acme', logins: ['jane', 'Jane@example.com'] });
    expect(wait('jane', '192.0.2.3')).toBe(0);
    expect(wait('jane@example.com', '192.0.2.2')).toBe(0);
    expect(wait('janet', '192.0.2.3')).toBe(300);
  });

  it('are forgotten after a success of the account that was tried, and of no other', () => {
    const of = (login: string, account?: string): LoginAttempt => ({
      ...loginAttempt('acme', login, '192.0.2.1'),
      ...(account === undefined ? {} : { account }),
    });
    const failed = (attempt: LoginAttempt, times: number): void => {
      for (let time = 0; time < times; time += 1) attempts.failed(attempt, 1_000_000);
    };
    failed(of('jane', 'j'), 3);
    failed(of('JANE'), 2);
    failed(of('Jane', 'other'), 3);
    attempts.succeeded(of('JANE', 'third'), 1_000_000);
    failed(of('JANE', 'third'), 5);
    expect(wait('jane')).toBe(300);
    attempts.succeeded(of('JANE', 'third'), 1_000_000);
    failed(of('jane', 'j'), 4);
    expect(wait('jane')).toBe(0);
    failed(of('JANE'), 1);
    expect(wait('jane')).toBe(300);
    attempts.succeeded(of('Jane', 'j'), 1_000_000);
    expect(wait('jane')).toBe(0);
  });

  it('leave an address its budget again where the operator opens a login that was tried there', () => {
    for (let time = 0; time < 40; time += 1) fail(1, 1_000_000, `user${time}`);
    expect(wait('jane')).toBe(300);
    hear({ company: 'acme', logins: ['user7'] });
    expect(wait('jane')).toBe(0);
  });
});
