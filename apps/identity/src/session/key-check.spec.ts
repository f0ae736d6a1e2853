import type { KeyHolder } from './authenticate.query.js';
import { KeyCheck } from './key-check.js';
import { loginAttempt } from './login-attempt.js';
import { LoginAttempts } from './login-attempts.js';
import { RefusedLogins } from './refused-logins.js';

describe('the check of a key in place of a password', () => {
  const holder = { accountId: 'jane' } as KeyHolder;
  let attempts: LoginAttempts;
  let check: KeyCheck;
  let looked: number;
  let told: number;
  beforeEach(() => {
    attempts = new LoginAttempts({ on: () => undefined }, { loginBudget: 30 });
    const refused = new RefusedLogins();
    check = new KeyCheck(attempts, refused);
    looked = told = 0;
    refused.on(() => (told += 1));
  });

  const come = async (key: string, login = 'jane', address = '192.0.2.1'): Promise<boolean> => {
    const found = await check.check(loginAttempt('acme', login, address), key, () => {
      looked += 1;
      return Promise.resolve(key === 'right' && login === 'jane' ? holder : undefined);
    });
    return found !== undefined;
  };

  it('finds who has it, and nobody for another login or key', async () => {
    expect([await come('right'), await come('wrong'), await come('right', 'john')]).toEqual([
      true,
      false,
      false,
    ]);
    expect(told).toBe(2);
  });

  it('looks at none past the limit of a login, the right one included, from that address', async () => {
    for (let time = 0; time < 12; time += 1) await come(`wrong${time}`);
    expect(looked).toBe(11);
    expect([await come('right'), looked, told]).toEqual([false, 11, 13]);
    expect(await come('right', 'jane', '192.0.2.2')).toBe(true);
  });

  it('looks at none past the budget of an address', async () => {
    for (let time = 0; time < 30; time += 1) await come('wrong', `user${time}`);
    expect([await come('right'), looked]).toEqual([false, 30]);
  });

  it('counts the same wrong credentials once, and notices that they have become right', async () => {
    for (let time = 0; time < 50; time += 1) await come('old');
    expect([await come('right'), looked]).toEqual([true, 51]);
    expect(attempts.wait(loginAttempt('acme', 'jane', '192.0.2.1'))).toBe(0);
  });

  it('forgives no wrong password because of a right key', async () => {
    const attempt = loginAttempt('acme', 'jane', '192.0.2.1');
    for (let time = 0; time < 10; time += 1) attempts.failed(attempt);
    expect(await come('right')).toBe(true);
    attempts.failed(attempt);
    expect(attempts.wait(attempt)).toBeGreaterThan(0);
  });
});
