import type { CallContext } from '@holdfast/kernel';
import type { AccountStore } from '../account/account.store.js';
import { HashTurns } from '../account/hash-turns.js';
import type { PasswordStanding } from '../account/password-standing.js';
import type { PasswordHasher } from '../account/password-hasher.js';
import type { CompanyStore } from '../company/company.store.js';
import { LoginAttempts } from './login-attempts.js';
import { PasswordCheck, type Checked } from './password-check.js';
import { RefusedLogins } from './refused-logins.js';

/** One company with one account; a password is its own hash. */
const world = () => {
  const account = { id: 'jane', type: 'user', passwordHash: 'right', owned: true };
  const hashed: string[] = [];
  const found: string[] = [];
  const refused = new RefusedLogins();
  const told: string[] = [];
  refused.on(({ login, address }) => told.push(`${login} ${address}`));
  const check = new PasswordCheck(
    {
      find: (id: string) => Promise.resolve(id === 'acme' ? { uuid: 'c' } : undefined),
    } as unknown as CompanyStore,
    {
      findLogin: (_: string, login: string) => {
        found.push(login);
        return Promise.resolve(login === 'jane' ? account : undefined);
      },
    } as unknown as AccountStore,
    { of: () => Promise.resolve(account.owned) } as unknown as PasswordStanding,
    {
      verify: (known: string | null, password: string) => {
        hashed.push(password);
        return Promise.resolve(known === password);
      },
    } as unknown as PasswordHasher,
    new HashTurns(),
    new LoginAttempts({ on: () => undefined }, { loginBudget: 30 }),
    refused,
  );
  const attempt = (
    password: string,
    login = 'jane',
    company = 'acme',
    address = '192.0.2.1',
    botsToo = false,
  ): Promise<Checked> => {
    const ctx = { address, deadline: Date.now() + 10_000 } as CallContext;
    return check.check(ctx, { company, login, password, botsToo });
  };
  return { account, hashed, found, told, attempt };
};

describe('the check of a password', () => {
  it('finds the account, and nobody for anything else', async () => {
    const { account, attempt } = world();
    expect(await attempt('right')).toMatchObject({ account });
    expect(await attempt('wrong')).toBe('nobody');
    expect(await attempt('right', 'john')).toBe('nobody');
    expect(await attempt('right', 'jane', 'beta')).toBe('nobody');
  });

  it('takes the password of a bot where bots come, and while its owner lets it', async () => {
    const { account, attempt } = world();
    const tried = (botsToo: boolean) => attempt('right', 'jane', 'acme', '192.0.2.1', botsToo);
    expect(await tried(true)).toMatchObject({ account });
    account.type = 'bot';
    expect(await tried(false)).toBe('nobody');
    expect(await tried(true)).toMatchObject({ account });
    account.owned = false;
    expect(await tried(true)).toBe('nobody');
    account.owned = true;
    expect(await tried(true)).toMatchObject({ account });
  });

  // At one door it was hashed anew and counted twice, where the other had none: strangers found bots by that.
  it('hashes and counts what is wrong for a bot once at all doors, and forgets no right password', async () => {
    const { account, hashed, attempt } = world();
    account.type = 'bot';
    const tried = (password: string, botsToo: boolean) =>
      attempt(password, 'jane', 'acme', '192.0.2.1', botsToo);
    for (const botsToo of [false, true, false])
      for (const password of ['one', 'two', 'three', 'four', 'five', 'six'])
        expect(await tried(password, botsToo)).toBe('nobody');
    expect(hashed).toHaveLength(6);
    for (let time = 0; time < 20; time += 1) expect(await tried('right', false)).toBe('nobody');
    expect(hashed).toHaveLength(7);
    expect(await tried('right', true)).toMatchObject({ account });
  });

  it('counts what is wrong in each spelling of a login, whether or not somebody has it', async () => {
    const { hashed, attempt } = world();
    for (const login of ['jane', 'JANE', 'john', 'JOHN', 'jane', 'JOHN'])
      expect(await attempt('wrong', login)).toBe('nobody');
    expect(hashed).toHaveLength(4);
  });

  it('hashes for nobody as well, so that the time tells nothing', async () => {
    const { hashed, attempt } = world();
    await attempt('right', 'john');
    await attempt('right', 'jane', 'beta');
    expect(hashed).toHaveLength(2);
  });

  it('counts the same wrong credentials once, and hashes them once', async () => {
    const { hashed, attempt } = world();
    for (let time = 0; time < 20; time += 1) expect(await attempt('wrong')).toBe('nobody');
    expect(hashed).toEqual(['wrong']);
    expect(await attempt('right')).toMatchObject({ account: {} });
    expect(await attempt('wrong', 'jane', 'acme', '192.0.2.2')).toBe('nobody');
    expect(hashed).toEqual(['wrong', 'right', 'wrong']);
  });

  it('neither hashes nor looks for what is past the limit of a login or the budget of an address', async () => {
    const { hashed, found, attempt } = world();
    for (let time = 0; time < 10; time += 1) expect(await attempt(`wrong${time}`)).toBe('nobody');
    for (const password of ['wrong10', 'wrong11', 'right'])
      expect(await attempt(password)).toBeGreaterThan(200);
    expect([hashed.length, found.length]).toEqual([11, 11]);
    for (let time = 0; time < 19; time += 1) expect(await attempt('wrong', `user${time}`)).toBeDefined();
    expect(await attempt('wrong', 'user19')).toBeGreaterThan(200);
    expect([hashed.length, found.length]).toEqual([30, 30]);
    expect(await attempt('right', 'jane', 'acme', '192.0.2.2')).toMatchObject({ account: {} });
  });

  it('is done for an address after one of each network that waits, however many addresses that has', async () => {
    const { attempt } = world();
    let ended = 0;
    const flood = Array.from({ length: 300 }, (_, n) =>
      attempt('wrong', `user${n}`, 'acme', `2001:db8:7:${n.toString(16)}::1`).then(() => (ended += 1)),
    );
    expect(await attempt('right')).toMatchObject({ account: {} });
    expect(ended).toBeLessThan(10);
    await Promise.all(flood);
  });

  it('passes no limit by a burst of tries', async () => {
    const { hashed, attempt } = world();
    const burst = Array.from({ length: 40 }, (_, time) => attempt(`wrong${time}`));
    expect((await Promise.all(burst)).filter((checked) => checked === 'nobody')).toHaveLength(10);
    expect(hashed).toHaveLength(11);
  });

  it('tells of every attempt that was refused, for whatever reason', async () => {
    const { told, attempt } = world();
    await attempt('right');
    expect(told).toEqual([]);
    await attempt('wrong');
    await attempt('wrong');
    const flood = Array.from({ length: 150 }, (_, time) =>
      attempt('right', `user${time}`, 'acme', '192.0.2.9'),
    );
    const codes = await Promise.all(flood.map((each) => each.catch(({ code }: { code: string }) => code)));
    expect(codes.filter((code) => code === 'too_many_requests')).not.toEqual([]);
    expect(told).toHaveLength(152);
    expect(told[0]).toBe('jane 192.0.2.1');
  });

  it('knows at once that a password has become right', async () => {
    const { account, attempt } = world();
    expect(await attempt('fresh')).toBe('nobody');
    account.passwordHash = 'fresh';
    expect(await attempt('fresh')).toMatchObject({ account });
  });

  it('goes on after a check that failed for other reasons', async () => {
    const { account, attempt, hashed } = world();
    Object.defineProperty(account, 'passwordHash', {
      get: () => {
        throw new Error('the database is away');
      },
      configurable: true,
    });
    await expect(attempt('right')).rejects.toThrow('away');
    Object.defineProperty(account, 'passwordHash', { value: 'right' });
    expect(await attempt('right')).toMatchObject({ account });
    expect(hashed).toEqual(['right']);
  });
});
