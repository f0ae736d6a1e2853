import {
  identityCalls,
  sessionOperations,
  userOperations,
  type Authenticated,
  type CreatedCompany,
} from '@holdfast/contracts';
import { sha256, type Principal } from '@holdfast/kernel';
import { codeOf, errorsOf, IdentityWorld, refusal, type AnyView } from '../identity-world.fixture.js';

interface Login extends AnyView {
  account_key: string;
  company_key: string;
  account: AnyView;
  company: AnyView;
}

// PostgreSQL itself; the server's address comes from tools/test.
describe('sessions', () => {
  let world: IdentityWorld;
  let acme: CreatedCompany & { admin: Principal };
  let beta: CreatedCompany & { admin: Principal };
  beforeAll(async () => {
    world = await IdentityWorld.start();
    acme = await world.company('acme');
    beta = await world.company('beta');
  });
  afterAll(() => world.end());

  const login = (body: object, address?: string) =>
    world.run<Login>(sessionOperations.create, undefined, { body: body as never }, address);
  const adminLogin = () => login({ company: 'acme', login: 'admin', password: acme.password });
  const authenticate = (companyKey: string, key: string) =>
    world.ask<Authenticated>(identityCalls.authenticate, { companyKey, accountKeyHash: sha256(key) });
  const user = async (id: string, password = 'Secret123') => {
    await world.run(userOperations.create, acme.admin, {
      body: { id, email: `${id}@example.com`, password },
    });
    return world.principal('acme', id);
  };

  it('answer both keys, the account and the company', async () => {
    const made = await adminLogin();
    expect(made.account_key).toMatch(/^[0-9a-f]{32}$/);
    expect(made.company_key).toBe(acme.company_key);
    expect(made.account).toMatchObject({ id: 'admin', type: 'user', company_admin: true });
    expect(made.company).toMatchObject({ id: 'acme', display_name: 'acme' });
    expect(JSON.stringify(made)).not.toContain('hash');
  });

  it('mint a new key at each login, and the earlier one still works', async () => {
    const [one, two] = [await adminLogin(), await adminLogin()];
    expect(one.account_key).not.toBe(two.account_key);
    for (const { account_key: key } of [one, two])
      expect((await authenticate(acme.company_key, key)).principal?.account.id).toBe('admin');
  });

  it('log in by e-mail address, whatever its case', async () => {
    await user('casey');
    const made = await login({ company: 'acme', login: 'CASEY@example.COM', password: 'Secret123' });
    expect(made.account.id).toBe('casey');
  });

  it('are checked by one statement', async () => {
    const { account_key: key } = await adminLogin();
    const { value, statements } = await world.counted(() => authenticate(acme.company_key, key));
    expect(value.principal).toMatchObject({ companyAdmin: true, company: { id: 'acme' } });
    expect(statements).toHaveLength(1);
  });

  it("work with the company's own key only", async () => {
    const { account_key: key } = await adminLogin();
    expect(await authenticate(beta.company_key, key)).toEqual({});
    expect(await authenticate('0'.repeat(32), key)).toEqual({});
    expect(await authenticate(acme.company_key, '0'.repeat(32))).toEqual({});
  });

  it('hold nothing in the database from which a key could be told', async () => {
    const { account_key: key } = await adminLogin();
    const rows = await world.source.query<object[]>('select * from session');
    expect(JSON.stringify(rows)).not.toContain(key);
  });

  it('name every missing or empty attribute, and wrong types', async () => {
    expect(await errorsOf(login({}))).toEqual({
      company: { empty: true },
      login: { empty: true },
      password: { empty: true },
    });
    expect(await errorsOf(login({ company: 1, login: [], password: '' }))).toEqual({
      company: { invalid: true },
      login: { invalid: true },
      password: { empty: true },
    });
  });

  it('answer the same for an unknown company, an unknown login and a wrong password', async () => {
    const wrong = { company: 'acme', login: 'admin', password: 'Wrong1234' };
    for (const body of [wrong, { ...wrong, company: 'nobody' }, { ...wrong, login: 'nobody' }]) {
      const before = performance.now();
      const { code, detail } = await refusal(login(body, '192.0.2.7'));
      expect([code, detail]).toEqual(['unauthenticated', {}]);
      expect(performance.now() - before).toBeGreaterThan(15);
    }
  });

  it('refuse everything after more than ten failures from one address, and say when to come again', async () => {
    const { account } = await user('mallory');
    const right = { company: 'acme', login: account.id, password: 'Secret123' };
    const wrong = (attempt: number) => login({ ...right, password: `Wrong1234${attempt}` }, '192.0.2.9');
    for (let attempt = 0; attempt < 10; attempt += 1)
      expect(await codeOf(wrong(attempt))).toBe('unauthenticated');
    expect(await codeOf(wrong(10))).toBe('too_many_requests');
    const { code, detail } = await refusal(login(right, '192.0.2.9'));
    expect(code).toBe('too_many_requests');
    expect(detail.retryAfter).toBeGreaterThan(200);
    // The Basic doors share the counter, and other addresses are not concerned.
    const basic = { company: 'acme', login: account.id, password: 'Secret123' };
    const verify = (address: string) =>
      world.ask<Authenticated>(identityCalls.verifyPassword, basic, { address });
    expect(await verify('192.0.2.9')).toEqual({});
    expect((await verify('192.0.2.10')).principal?.account.id).toBe(account.id);
    await world.ask(identityCalls.unlockAccount, { company: 'acme', login: account.id });
    expect((await login(right, '192.0.2.9')).account.id).toBe(account.id);
  });

  it('count the same wrong credentials once, at the API and at Basic doors together', async () => {
    const { account } = await user('robot');
    const wrong = { company: 'acme', login: account.id, password: 'Outdated1' };
    for (let attempt = 0; attempt < 15; attempt += 1) {
      expect(await codeOf(login(wrong, '192.0.2.30'))).toBe('unauthenticated');
      expect(await world.ask(identityCalls.verifyPassword, wrong, { address: '192.0.2.30' })).toEqual({});
    }
    const made = await login({ ...wrong, password: 'Secret123' }, '192.0.2.30');
    expect(made.account.id).toBe(account.id);
  });

  it('count a burst of tries one by one, and let right ones through as often as they come', async () => {
    const { account } = await user('burst');
    const body = { company: 'acme', login: account.id, password: 'Secret123' };
    const burst = (length: number) => Promise.all(Array.from({ length }, () => login(body, '192.0.2.20')));
    // They wait for each other; who waits for too long on a busy machine is sent away.
    const right = [...(await burst(6)), ...(await burst(6))];
    expect(new Set(right.map((each) => each.account_key)).size).toBe(12);
    const wrong = Array.from({ length: 20 }, (_, n) =>
      login({ ...body, password: `Wrong123${n}` }, '192.0.2.20'),
    );
    const codes = await Promise.all(wrong.map(codeOf));
    expect(codes.filter((code) => code === 'unauthenticated')).toHaveLength(10);
  });

  it('end by their key without authorization, once', async () => {
    const { account_key: key } = await adminLogin();
    expect(await world.run(sessionOperations.delete, undefined, { params: { id: key } })).toEqual({});
    expect(world.told.at(-1)?.event).toMatchObject({ company: acme.admin.company.uuid });
    expect(await authenticate(acme.company_key, key)).toEqual({});
    const again = world.run(sessionOperations.delete, undefined, { params: { id: key } });
    expect(await codeOf(again)).toBe('not_found');
  });

  it('end by their id for their owner only', async () => {
    const owner = await user('olga');
    const { account_key: key } = await login({ company: 'acme', login: 'olga', password: 'Secret123' });
    const { results } = await world.list(sessionOperations.list, owner);
    expect(results).toHaveLength(1);
    expect(Object.keys(results[0]).sort()).toEqual(['address', 'created_at', 'id', 'last_used_at']);
    expect(results[0].id).toMatch(/^[0-9a-f]{24}$/);
    const end = (principal?: Principal) =>
      world.run(sessionOperations.delete, principal, { params: { id: results[0].id } });
    expect(await codeOf(end())).toBe('unauthenticated');
    expect(await codeOf(end(acme.admin))).toBe('not_found');
    expect(await end(owner)).toEqual({});
    expect(await authenticate(acme.company_key, key)).toEqual({});
  });

  it.each(['', 'x', '0'.repeat(31), 'A'.repeat(32), '../users'])('know no session %p', async (id) => {
    expect(await codeOf(world.run(sessionOperations.delete, acme.admin, { params: { id } }))).toBe(
      'not_found',
    );
  });

  it('take an account key in place of a password, of the named account in its company only', async () => {
    const { account_key: key } = await adminLogin();
    const verify = (company: string, name: string) =>
      world.ask<Authenticated>(identityCalls.verifyPassword, { company, login: name, keyHash: sha256(key) });
    expect((await verify('acme', 'admin')).principal?.account.id).toBe('admin');
    expect((await verify('acme', 'ADMIN@acme.invalid')).principal?.account.id).toBe('admin');
    expect(await verify('acme', 'casey')).toEqual({});
    expect(await verify('beta', 'admin')).toEqual({});
  });

  it('end all when the password changes, the caller’s too', async () => {
    const who = await user('paula');
    const { account_key: key } = await login({ company: 'acme', login: 'paula', password: 'Secret123' });
    await world.run(userOperations.update, who, { params: { id: 'me' }, body: { password: 'Another123' } });
    expect(world.told.at(-1)?.event).toMatchObject({ accounts: [who.account.uuid] });
    expect(await authenticate(acme.company_key, key)).toEqual({});
    expect(await codeOf(login({ company: 'acme', login: 'paula', password: 'Secret123' }))).toBe(
      'unauthenticated',
    );
    expect((await login({ company: 'acme', login: 'paula', password: 'Another123' })).account.id).toBe(
      'paula',
    );
  });

  it('are not opened by a password that changes while it is checked', async () => {
    await user('rhea');
    for (let round = 0; round < 5; round += 1) {
      const old = { company: 'acme', login: 'rhea', password: `Secret${round}00` };
      await world.run(userOperations.update, acme.admin, {
        params: { id: 'rhea' },
        body: { password: old.password },
      });
      const who = await world.principal('acme', 'rhea');
      const logins = Promise.allSettled([login(old), login(old), login(old)]);
      await world.run(userOperations.update, who, { params: { id: 'me' }, body: { password: 'Another123' } });
      for (const each of await logins)
        if (each.status === 'fulfilled')
          expect(await authenticate(acme.company_key, each.value.account_key)).toEqual({});
    }
  });

  it('end all when the account is deactivated, and it cannot log in again', async () => {
    const who = await user('dora');
    const { account_key: key } = await login({ company: 'acme', login: 'dora', password: 'Secret123' });
    await world.run(userOperations.delete, acme.admin, { params: { id: 'dora' } });
    expect(world.told.at(-1)?.event).toMatchObject({ accounts: [who.account.uuid] });
    expect(await authenticate(acme.company_key, key)).toEqual({});
    for (const name of ['dora', 'dora-1', 'dora@example.com'])
      expect(await codeOf(login({ company: 'acme', login: name, password: 'Secret123' }))).toBe(
        'unauthenticated',
      );
  });

  it('end with the company key that is replaced, and with the company', async () => {
    const gamma = await world.company('gamma');
    const { account_key: key } = await login({ company: 'gamma', login: 'admin', password: gamma.password });
    const rotated = await world.ask<CreatedCompany>(identityCalls.rotateKey, { company: 'gamma' });
    expect(rotated.company_key).not.toBe(gamma.company_key);
    expect(await authenticate(gamma.company_key, key)).toEqual({});
    expect((await authenticate(rotated.company_key, key)).principal?.company.id).toBe('gamma');
    expect(await world.ask(identityCalls.deactivateCompany, { company: 'gamma' })).toEqual({
      company: 'gamma-1',
      old_id: 'gamma',
    });
    expect(await authenticate(rotated.company_key, key)).toEqual({});
  });
});
