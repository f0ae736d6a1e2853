import { loginUnlocked } from '@holdfast/contracts';
import { LoginAttempts } from './login-attempts.js';

const minute = 60_000;

describe('failed logins', () => {
  let hear: (event: { company: string; logins: string[] }) => void;
  let attempts: LoginAttempts;
  beforeEach(() => {
    attempts = new LoginAttempts({
      on: (subject: string, listener: (event: never) => void) => {
        expect(subject).toBe(loginUnlocked);
        hear = listener as typeof hear;
      },
    });
  });

  const fail = (times: number, at: number, login = 'jane', address = '::1'): number[] =>
    Array.from({ length: times }, () => attempts.failed('acme', login, address, at));

  it('are let be up to ten, and refused for five minutes after the eleventh', () => {
    expect(fail(11, 1_000_000)).toEqual([...Array<number>(10).fill(0), 300]);
    expect(attempts.wait('acme', 'jane', '::1', 1_000_000 + minute)).toBe(240);
    expect(attempts.wait('acme', 'jane', '::1', 1_000_000 + 5 * minute)).toBe(0);
  });

  it('count within five minutes only', () => {
    fail(6, 1_000_000);
    fail(5, 1_000_000 + 4 * minute);
    expect(attempts.wait('acme', 'jane', '::1', 1_000_000 + 4 * minute)).toBe(60);
    expect(attempts.wait('acme', 'jane', '::1', 1_000_000 + 5 * minute)).toBe(0);
  });

  it('count for each company, login and address by itself, whatever the case of the login', () => {
    fail(6, 1_000_000, 'Jane');
    fail(5, 1_000_000, 'JANE');
    const now = 1_000_000;
    expect(attempts.wait('acme', 'jane', '::1', now)).toBe(300);
    expect(attempts.wait('beta', 'jane', '::1', now)).toBe(0);
    expect(attempts.wait('acme', 'john', '::1', now)).toBe(0);
    expect(attempts.wait('acme', 'jane', '::2', now)).toBe(0);
  });

  it('are forgotten after a success, and when the operator says so', () => {
    fail(11, 1_000_000);
    attempts.succeeded('acme', 'jane', '::1');
    expect(attempts.wait('acme', 'jane', '::1', 1_000_000)).toBe(0);
    fail(11, 1_000_000, 'jane', '::1');
    fail(11, 1_000_000, 'jane@example.com', '::2');
    fail(11, 1_000_000, 'janet', '::1');
    hear({ company: 'acme', logins: ['jane', 'Jane@example.com'] });
    expect(attempts.wait('acme', 'jane', '::1', 1_000_000)).toBe(0);
    expect(attempts.wait('acme', 'jane@example.com', '::2', 1_000_000)).toBe(0);
    expect(attempts.wait('acme', 'janet', '::1', 1_000_000)).toBe(300);
  });
});
