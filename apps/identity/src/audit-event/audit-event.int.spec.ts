import {
  auditEventOperations,
  botOperations,
  identityCalls,
  projectOperations,
  projectUserOperations,
  sessionOperations,
  sshKeyOperations,
  userOperations,
  type ResetPassword,
} from '@holdfast/contracts';
import type { ListQuery, Principal } from '@holdfast/kernel';
import { codeOf, IdentityWorld, type AnyView } from '../identity-world.fixture.js';
import { AuditEventStore } from './audit-event.store.js';
import { AuditExpiry } from './audit-expiry.js';

interface Event extends AnyView {
  timestamp: string;
  account: { id: string; uuid: string; type: string } | null;
  operation: string;
  target: { type: string; id: string; uuid?: string; project?: { id: string; uuid: string } };
  address: string;
  outcome: string;
  detail: Record<string, never>;
}

const password = 'Sturdy4Knots';
const key =
  'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIK8Go+MpFxTk81bBnJsVzRlR7G5mYqp3vgdUfyiTgzQd ada@example.org';

// PostgreSQL itself; the server's address comes from tools/test.
describe('audit events', () => {
  let world: IdentityWorld;
  let admin: Principal;
  beforeAll(async () => {
    world = await IdentityWorld.start();
    ({ admin } = await world.company('acme'));
  });
  afterAll(() => world.end());

  const events = async (query: Partial<ListQuery> = {}, who: Principal = admin): Promise<Event[]> =>
    (await world.list<Event>(auditEventOperations.list, who, { descending: true, ...query })).results;
  const of = (operation: string, more: Record<string, string> = {}) =>
    events({ filters: { operation, ...more } });

  it('tell of a change once it is done: who, what, from where, and what was set', async () => {
    const made = await world.run(userOperations.create, admin, {
      body: { id: 'ada', email: 'ada@example.org', password, company_admin: false, title: 'Analyst' },
    });
    const [event, ...others] = await of('user.create');
    expect(others).toEqual([]);
    expect(event).toMatchObject({
      id: expect.stringMatching(/^[0-9a-f]{24}$/) as string,
      account: { id: 'admin', uuid: admin.account.uuid, type: 'user' },
      target: { type: 'user', id: 'ada', uuid: made.uuid },
      address: '192.0.2.1',
      outcome: 'ok',
      detail: { email: 'ada@example.org', company_admin: false },
    });
    expect(JSON.stringify(await events())).not.toContain(password);
  });

  it('name what else an update sets, and never a secret', async () => {
    await world.run(userOperations.update, admin, {
      params: { id: 'ada' },
      body: { password: 'Another5Secret', phone: '+358 1', company_admin: true },
    });
    const [event] = await of('user.update');
    expect(event.detail).toEqual({ company_admin: true, changed: ['password', 'phone'] });
    await world.run(userOperations.update, admin, { params: { id: 'ada' }, body: { company_admin: false } });
    await world.run(userOperations.update, admin, { params: { id: 'ada' }, body: {} });
    expect(await of('user.update')).toHaveLength(2);
    expect(JSON.stringify(await events())).not.toContain('Another5Secret');
  });

  it('tell of nothing that was refused or rolled back', async () => {
    const before = (await events()).length;
    expect(await codeOf(world.run(userOperations.create, admin, { body: { id: 'ada' } }))).toBe('invalid');
    expect(await codeOf(world.run(userOperations.delete, admin, { params: { id: 'admin' } }))).toBe(
      'invalid',
    );
    expect(await events()).toHaveLength(before);
  });

  it('tell of grants with the role, and are found by the project that they lie in', async () => {
    const project = await world.run(projectOperations.create, admin, { body: { id: 'demo', name: 'Demo' } });
    const params = { project_id: 'demo', id: 'ada' };
    await world.run(projectUserOperations.create, admin, { params, body: { id: 'ada', role: 'guest' } });
    await world.run(projectUserOperations.update, admin, { params, body: { role: 'master' } });
    await world.run(projectUserOperations.delete, admin, { params });
    const found = await events({ filters: { target: project.uuid }, descending: false });
    expect(found.map(({ operation, detail }) => [operation, detail.role])).toEqual([
      ['project.create', undefined],
      ['project_user.create', 'guest'],
      ['project_user.update', 'master'],
      ['project_user.delete', 'master'],
    ]);
    expect(found[1].target).toMatchObject({
      type: 'project_user',
      id: 'ada',
      project: { id: 'demo', uuid: project.uuid },
    });
    expect(await events({ filters: { target: 'demo' } })).toHaveLength(4);
    expect((await events({ filters: { target: 'ada,nobody' } })).length).toBeGreaterThan(3);
  });

  it('tell of logins, their ends, keys and bots', async () => {
    const body = { company: 'acme', login: 'ada', password: 'Another5Secret' };
    const first = await world.run<AnyView & { account_key: string }>(sessionOperations.create, undefined, {
      body,
    });
    await world.run(sessionOperations.create, undefined, { body });
    const ada = await world.principal('acme', 'ada');
    const [login] = await of('session.create');
    expect(login).toMatchObject({ account: { id: 'ada' }, target: { type: 'session' }, detail: {} });
    await world.run(sessionOperations.delete, undefined, { params: { id: first.account_key } });
    await world.run(sessionOperations.delete, ada, { params: { id: login.target.id } });
    const ended = await of('session.delete');
    expect(ended.map(({ account, target }) => [account?.id, target.uuid])).toContainEqual([
      'ada',
      login.target.uuid,
    ]);
    expect(ended).toHaveLength(2);
    await world.run(sshKeyOperations.create, ada, { body: { title: 'laptop', content: key } });
    expect((await of('ssh_key.create'))[0].detail).toMatchObject({
      title: 'laptop',
      fingerprint: expect.stringMatching(/^SHA256:/) as string,
    });
    const bot = await world.run<AnyView & { account_key: string }>(botOperations.create, admin, {
      body: { id: 'builder' },
    });
    await world.run(botOperations.replace_key, admin, { params: { id: 'builder' } });
    expect((await of('bot.replace_key'))[0].target).toMatchObject({
      type: 'bot',
      id: 'builder',
      uuid: bot.uuid,
    });
    const all = JSON.stringify(await events());
    for (const secret of [bot.account_key, first.account_key, body.password])
      expect(all).not.toContain(secret);
  });

  it('count refused logins by account and address, and keep no login that nobody has', async () => {
    const refuse = (company: string, login: string, address: string) =>
      codeOf(
        world.run(
          sessionOperations.create,
          undefined,
          { body: { company, login, password: `Wrong${login}${address}` } },
          address,
        ),
      );
    await refuse('acme', 'ADA@example.org', '192.0.2.7');
    await refuse('acme', 'who-is-that', '192.0.2.7');
    await refuse('no-such-company', 'ada', '192.0.2.7');
    const refused = async () =>
      (await events({ descending: false })).filter((each) => each.outcome === 'refused');
    const [known, unknown, ...others] = await refused();
    expect(others).toEqual([]);
    expect(known).toMatchObject({
      target: { type: 'user', id: 'ada' },
      address: '192.0.2.7',
      detail: { count: 1 },
    });
    expect(unknown).toMatchObject({ account: null, target: { type: 'account', id: '' } });
    await refuse('acme', 'ada', '192.0.2.7');
    await refuse('acme', 'ada', '192.0.2.8');
    expect((await refused()).map(({ id, detail }) => [id === known.id, detail.count])).toEqual([
      [true, 2],
      [false, 1],
      [false, 1],
    ]);
    expect(JSON.stringify(await events())).not.toContain('who-is-that');
  });

  it('tell of the operator, who is no account of the company', async () => {
    await world.ask<ResetPassword>(identityCalls.resetPassword, { company: 'acme', login: 'ada' });
    await world.ask(identityCalls.unlockAccount, { company: 'acme', login: 'ada' });
    expect(await of('operator.user.reset_password')).toMatchObject([
      { account: null, address: '', target: { type: 'user', id: 'ada' }, outcome: 'ok' },
    ]);
    expect(await of('operator.user.unlock')).toHaveLength(1);
    expect(await of('operator.company.create')).toMatchObject([{ target: { type: 'company', id: 'acme' } }]);
  });

  it('show an account as it is called now, and are found by it, deactivated or not', async () => {
    const ada = await world.principal('acme', 'ada');
    await world.run(userOperations.delete, admin, { params: { id: 'ada' } });
    expect((await of('user.delete'))[0].target).toMatchObject({ id: 'ada', uuid: ada.account.uuid });
    const [event] = await of('ssh_key.create');
    expect(event.account).toMatchObject({ id: 'ada-1', uuid: ada.account.uuid });
    for (const account of ['ada-1', ada.account.uuid, 'ada-1,nobody'])
      expect((await of('ssh_key.create', { account })).map(({ id }) => id)).toEqual([event.id]);
    expect(await of('ssh_key.create', { account: 'ada' })).toEqual([]);
    expect(await of('ssh_key.create', { account: 'me' })).toEqual([]);
    expect(await events({ filters: { address: '198.51.100.7' } })).toEqual([]);
    expect((await events({ filters: { account: 'me', address: '192.0.2.1' } })).length).toBeGreaterThan(5);
  });

  it('are in order of time, newest first, and one can be shown', async () => {
    const all = await events();
    expect(all.map(({ id }) => id)).toEqual(
      all
        .map(({ id }) => id)
        .sort()
        .reverse(),
    );
    const [{ id, timestamp }] = all;
    expect(await world.run(auditEventOperations.show, admin, { params: { id } })).toEqual(all[0]);
    const second = Date.parse(timestamp) / 1000;
    expect(await events({ after: second })).toEqual([]);
    expect((await events({ after: second - 1 }))[0].id).toBe(id);
    expect((await events({ searchTerm: 'REPLACE_key' })).map(({ operation }) => operation)).toEqual([
      'bot.replace_key',
    ]);
  });

  it('are of the company of whoever asks', async () => {
    const { admin: other } = await world.company('other');
    const [{ id }] = await events();
    expect(await codeOf(world.run(auditEventOperations.show, other, { params: { id } }))).toBe('not_found');
    const theirs = await events({}, other);
    expect(theirs.map(({ operation }) => operation)).toEqual(['operator.company.create']);
  });

  it('are stored once, however often they are collected, and go after their time', async () => {
    const store = world.part(AuditEventStore);
    const at = Date.now() - 366 * 24 * 3_600_000;
    const record = {
      id: `${at.toString(16).padStart(12, '0')}0000deadbeef`,
      at,
      company: admin.company.uuid,
      operation: 'user.delete',
      target: { type: 'user', id: 'long-ago' },
      address: '',
      outcome: 'ok',
      detail: {},
    } as const;
    await store.keep([record]);
    await store.keep([record, { ...record, outcome: 'unknown' }]);
    expect(await events({ filters: { target: 'long-ago' } })).toMatchObject([{ outcome: 'ok' }]);
    const kept = (await events()).length;
    await world.part(AuditExpiry).run();
    expect(await events()).toHaveLength(kept - 1);
    expect(await events({ filters: { target: 'long-ago' } })).toEqual([]);
  });
});
