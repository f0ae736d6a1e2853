import {
  identityCalls,
  notificationSettingsOperations,
  passwordRecoveryOperations,
  projectOperations,
  sessionOperations,
  sshKeyOperations,
  type Purged,
  type ResetPassword,
} from '@holdfast/contracts';
import type { Principal } from '@holdfast/kernel';
import { codeOf, errorsOf, IdentityWorld, type AnyView } from '../identity-world.fixture.js';
import { publicKey as key } from '../ssh-key/public-key.fixture.js';

// PostgreSQL itself; the server's address comes from tools/test.
describe('what an account has of its own', () => {
  let world: IdentityWorld;
  let admin: Principal;
  let jane: Principal;
  let joe: Principal;
  beforeAll(async () => {
    world = await IdentityWorld.start();
    ({ admin } = await world.company('acme'));
    await world.users(admin, 'jane', 'joe');
    jane = await world.principal('acme', 'jane');
    joe = await world.principal('acme', 'joe');
  });
  afterAll(() => world.end());

  describe('SSH keys', () => {
    const create = (who: Principal, body: object) =>
      world.run(sshKeyOperations.create, who, { body: body as never });

    it('are shown to their owner, renamed and removed', async () => {
      const made = await create(jane, { title: 'Laptop', content: key('a') });
      expect(made).toMatchObject({ title: 'Laptop', content: key('a') });
      expect(made.id).toMatch(/^[0-9a-f]{24}$/);
      expect(made.fingerprint).toMatch(/^SHA256:/);
      const params = { id: made.id };
      expect(await world.run(sshKeyOperations.show, jane, { params })).toEqual(made);
      expect(await codeOf(world.run(sshKeyOperations.show, joe, { params }))).toBe('not_found');
      const change = (body: object) =>
        world.run(sshKeyOperations.update, jane, { params, body: body as never });
      expect(await change({ title: 'Old laptop', content: key('a') })).toMatchObject({ title: 'Old laptop' });
      expect(await errorsOf(change({ content: key('b'), title: '' }))).toEqual({
        content: { locked: true },
        title: { empty: true },
      });
      expect((await world.list(sshKeyOperations.list, joe)).results).toEqual([]);
      expect(await world.run(sshKeyOperations.delete, jane, { params })).toMatchObject({ id: made.id });
      expect((await world.list(sshKeyOperations.list, jane)).results).toEqual([]);
      expect(await create(joe, { title: 'Mine now', content: key('a') })).toMatchObject({
        title: 'Mine now',
      });
    });

    it('are unique in the company, whatever their comment', async () => {
      await create(jane, { title: 'One', content: key('c') });
      const same = key('c').replace('c@host', 'elsewhere');
      expect(await errorsOf(create(joe, { title: 'x'.repeat(51), content: same }))).toEqual({
        title: { maximum: 50 },
        content: { reserved: true },
      });
      expect(await errorsOf(create(joe, { content: 'ssh-dss AAAA' }))).toEqual({
        title: { empty: true },
        content: { invalid: true },
      });
      const { admin: elsewhere } = await world.company('beta');
      expect(await create(elsewhere, { title: 'Two', content: same })).toMatchObject({ title: 'Two' });
    });
  });

  describe('notification settings', () => {
    interface Settings {
      email: { project: { id: string; uuid: string }; interval: string }[];
    }
    const show = (who: Principal, query?: Record<string, string>) =>
      world.run<Settings>(notificationSettingsOperations.show, who, { query });
    const set = (who: Principal, email: unknown, query?: Record<string, string>) =>
      world.run<Settings>(notificationSettingsOperations.update, who, { query, body: { email } as never });

    it('keep an interval for each project that is named', async () => {
      for (const id of ['one', 'two'])
        await world.run(projectOperations.create, jane, { body: { id, name: `Project ${id}` } });
      expect(await show(jane)).toEqual({ email: [] });
      await set(jane, [
        { project: 'two', interval: 'weekly' },
        { project: { id: 'one' }, interval: 'never' },
      ]);
      const after = await set(jane, [{ project: 'two', interval: 'instant' }]);
      expect(after.email.map(({ project, interval }) => [project.id, interval])).toEqual([
        ['one', 'never'],
        ['two', 'instant'],
      ]);
      expect(await show(jane)).toEqual(after);
      expect(await show(jane, { account_id: jane.account.uuid.toUpperCase() })).toEqual(after);
      expect(await show(joe)).toEqual({ email: [] });
    });

    it('name a project as others do: by id, by uuid, or as it is answered, the uuid first', async () => {
      const before = await show(jane);
      const [{ project: one }, { project: two }] = before.email;
      for (const project of [one.id, one.uuid, one, { uuid: one.uuid }, { id: two.id, uuid: one.uuid }]) {
        expect((await set(jane, [{ project, interval: 'daily' }])).email[0].interval).toBe('daily');
        expect(await set(jane, [{ project: { id: 'one' }, interval: 'never' }])).toEqual(before);
      }
      const refused = (project: unknown) => errorsOf(set(jane, [{ project, interval: 'daily' }]));
      for (const project of [{}, { id: 'none' }, { uuid: jane.account.uuid }])
        expect(await refused(project)).toEqual({ email: { not_found: true } });
      for (const project of [5, { id: 5 }, { uuid: null }])
        expect(await refused(project)).toEqual({ email: { invalid: true } });
    });

    it('refuse what makes no sense', async () => {
      expect(await errorsOf(set(jane, undefined))).toEqual({ email: { empty: true } });
      expect(await errorsOf(set(jane, 'weekly'))).toEqual({ email: { invalid: true } });
      expect(await errorsOf(set(jane, [{ project: 'two', interval: 'yearly' }]))).toEqual({
        email: { invalid: true },
      });
      expect(await errorsOf(set(jane, [{ project: 'none', interval: 'daily' }]))).toEqual({
        email: { not_found: true },
      });
    });

    it('of others are a company admin’s', async () => {
      expect(await codeOf(show(joe, { account_id: 'jane' }))).toBe('forbidden');
      expect((await show(admin, { account_id: 'jane' })).email).toHaveLength(2);
      expect(await errorsOf(show(admin, { account_id: 'nobody' }))).toEqual({
        account_id: { not_found: true },
      });
    });
  });

  describe('a lost password', () => {
    const ask = (email: unknown) =>
      world.run(passwordRecoveryOperations.create, undefined, { body: { email } as never });
    const show = (token: string) =>
      world.run<AnyView>(passwordRecoveryOperations.show, undefined, { params: { token } });
    const set = (token: string, body: object) =>
      world.run<AnyView>(passwordRecoveryOperations.update, undefined, {
        params: { token },
        body: body as never,
      });
    const login = (password: string) =>
      world.run(sessionOperations.create, undefined, { body: { company: 'acme', login: 'joe', password } });

    it('is asked for with one answer, known address or not', async () => {
      expect(await ask('nobody@example.com')).toEqual({});
      expect(await errorsOf(ask(''))).toEqual({ email: { empty: true } });
      expect(await errorsOf(ask('no address'))).toEqual({ email: { invalid: true } });
      await ask('JOE@example.com');
      const mail = await world.mailWith('joe@example.com', 'password_recoveries/');
      expect(mail).toContain('login    joe');
      expect(await world.mailsWith('password_recoveries/')).toHaveLength(1);
    });

    it('is set by the link in the mail, once, and ends every session', async () => {
      await login('Secret123');
      const mail = await world.mailWith('joe@', 'password_recoveries/');
      const [, token] = /password_recoveries\/([0-9a-f]{64})/.exec(mail) ?? [];
      expect(await show(token)).toEqual({ company: 'acme', email: 'joe@example.com' });
      expect(await errorsOf(set(token, {}))).toEqual({ password: { empty: true } });
      expect(await errorsOf(set(token, { password: 'weak' }))).toEqual({
        password: { minimum: 8, invalid: true },
      });
      const others = { company: 'beta', email: 'jane@example.com', token: 'x'.repeat(64) };
      expect(await errorsOf(set(token, { password: '', ...others, unknown: 1 }))).toEqual({
        password: { empty: true },
        company: { locked: true },
        email: { locked: true },
        token: { locked: true },
      });
      const same = { company: 'acme', email: 'joe@example.com', token };
      expect(await set(token, { password: 'Fresh1234', ...same })).toEqual({
        company: 'acme',
        email: 'joe@example.com',
      });
      expect((await world.list(sessionOperations.list, joe)).results).toEqual([]);
      expect(await codeOf(set(token, { password: 'Fresh1234' }))).toBe('not_found');
      expect(await codeOf(show(token))).toBe('not_found');
      expect(await codeOf(login('Secret123'))).toBe('unauthenticated');
      expect(await login('Fresh1234')).toMatchObject({ account: { id: 'joe' } });
    });

    it('cannot be set by a link that is too old', async () => {
      await ask('jane@example.com');
      const mail = await world.mailWith('jane@', 'password_recoveries/');
      const [, token] = /password_recoveries\/([0-9a-f]{64})/.exec(mail) ?? [];
      await world.source.query(`update password_recovery set expires_at = now() - interval '1 second'`);
      expect(await codeOf(show(token))).toBe('not_found');
      expect(await codeOf(set(token, { password: 'Fresh1234' }))).toBe('not_found');
      expect(await codeOf(show('x'.repeat(64)))).toBe('not_found');
    });
  });

  describe('the operator', () => {
    it('resets a password, which ends every session', async () => {
      const body = { company: 'acme', login: 'joe', password: 'Fresh1234' };
      await world.run(sessionOperations.create, undefined, { body });
      const asked = { company: 'acme', login: 'joe@example.com' };
      const { password } = await world.ask<ResetPassword>(identityCalls.resetPassword, asked);
      expect((await world.list(sessionOperations.list, joe)).results).toEqual([]);
      const login = world.run(sessionOperations.create, undefined, { body: { ...body, password } });
      expect(await login).toMatchObject({ account: { id: 'joe' } });
      expect(await codeOf(world.ask(identityCalls.resetPassword, { company: 'no', login: 'joe' }))).toBe(
        'not_found',
      );
    });

    it('makes companies with every mistake named', async () => {
      const create = (asked: object) => world.ask(identityCalls.createCompany, asked);
      expect(await errorsOf(create({ id: 'acme', login: 'a b' }))).toEqual({
        id: { reserved: true },
        login: { invalid: true },
      });
      expect(await errorsOf(create({ id: 'api', name: 'x' }))).toEqual({
        id: { reserved: true },
        name: { minimum: 2 },
      });
      expect(await errorsOf(create({ id: '' }))).toMatchObject({ id: { empty: true } });
    });

    it('lists companies and purges what was deactivated long ago', async () => {
      await world.company('gone');
      await world.ask(identityCalls.deactivateCompany, { company: 'gone' });
      await world.run(projectOperations.delete, jane, { params: { project_id: 'one' } });
      const { companies } = await world.ask<{ companies: AnyView[] }>(identityCalls.listCompanies, {});
      expect(companies.map(({ id }) => id)).toEqual(['acme', 'beta', 'gone-1']);
      const purge = (days: number) => world.ask<Purged>(identityCalls.purge, { days });
      const { uuid } = await world.run(projectOperations.create, jane, {
        body: { id: 'stays', name: 'Stays' },
      });
      const asked = [String(uuid), '0190a000-0000-7000-8000-00000000dead'];
      expect(await purge(1)).toEqual({ companies: 0, accounts: 0, projects: 0 });
      expect(await purge(0)).toEqual({ companies: 1, accounts: 0, projects: 1 });
      expect(await errorsOf(purge(-1))).toEqual({ days: { invalid: true } });
      const existing = (projects: string[]) => world.ask(identityCalls.existingProjects, { projects });
      expect(await existing(asked)).toEqual({ projects: [uuid] });
      expect(await errorsOf(existing(['no uuid']))).toEqual({ projects: { invalid: true } });
    });
  });
});
