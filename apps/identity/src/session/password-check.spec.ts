import type { CallContext } from '@holdfast/kernel';
import type { AccountStore } from '../account/account.store.js';
import type { PasswordHasher } from '../account/password-hasher.js';
import type { CompanyStore } from '../company/company.store.js';
import { LoginAttempts } from './login-attempts.js';
import { PasswordCheck, type Checked } from './password-check.js';

/** One company with one account; a password is its own hash. */
const world = () => {
  const account = { id: 'jane', password_hash: 'right' };
  const hashed: string[] = [];
  const check = new PasswordCheck(
    {
      find: (id: string) => Promise.resolve(id === 'acme' ? { uuid: 'c' } : undefined),
    } as unknown as CompanyStore,
    {
      findLogin: (_: string, login: string) => Promise.resolve(login === 'jane' ? account : undefined),
    } as unknown as AccountStore,
    {
      verify: (known: string | null, password: string) => {
        hashed.push(password);
        return Promise.resolve(known === password);
      },
    } as unknown as PasswordHasher,
    new LoginAttempts({ on: () => undefined }),
  );
  const ctx = { address: '192.0.2.1', deadline: Date.now() + 1000 } as CallContext;
  const attempt = (password: string, repeated = true, login = 'jane', company = 'acme'): Promise<Checked> =>
    check.check(ctx, { company, login, password }, { repeated });
  return { account, hashed, attempt };
};

describe('the check of a password', () => {
  it('finds the account, and nobody for anything else', async () => {
    const { account, attempt } = world();
    expect(await attempt('right')).toMatchObject({ account });
    expect(await attempt('wrong')).toBe('nobody');
    expect(await attempt('right', true, 'john')).toBe('nobody');
    expect(await attempt('right', true, 'jane', 'beta')).toBe('nobody');
  });

  it('hashes for nobody as well, so that the time tells nothing', async () => {
    const { hashed, attempt } = world();
    await attempt('right', true, 'john');
    await attempt('right', true, 'jane', 'beta');
    expect(hashed).toHaveLength(2);
  });

  it('hashes the same wrong credentials once at a door that repeats them, and counts each', async () => {
    const { hashed, attempt } = world();
    for (let time = 0; time < 10; time += 1) expect(await attempt('wrong')).toBe('nobody');
    expect(hashed).toEqual(['wrong']);
    expect(await attempt('wrong')).toBeGreaterThan(0);
    expect(await attempt('right')).toBeGreaterThan(0);
    expect(hashed).toEqual(['wrong']);
  });

  it('hashes every login', async () => {
    const { hashed, attempt } = world();
    await attempt('wrong', false);
    await attempt('wrong', false);
    expect(hashed).toHaveLength(2);
  });

  it('knows at once that a password has become right', async () => {
    const { account, attempt } = world();
    expect(await attempt('fresh')).toBe('nobody');
    account.password_hash = 'fresh';
    expect(await attempt('fresh')).toMatchObject({ account });
  });

  it('goes on after a check that failed for other reasons', async () => {
    const { account, attempt, hashed } = world();
    Object.defineProperty(account, 'password_hash', {
      get: () => {
        throw new Error('the database is away');
      },
      configurable: true,
    });
    await expect(attempt('right')).rejects.toThrow('away');
    Object.defineProperty(account, 'password_hash', { value: 'right' });
    expect(await attempt('right')).toMatchObject({ account });
    expect(hashed).toEqual(['right']);
  });
});
