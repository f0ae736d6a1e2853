import {
  botOperations,
  identityCalls,
  projectBotOperations,
  projectOperations,
  sessionOperations,
  userOperations,
  type Authenticated,
} from '@holdfast/contracts';
import { sha256, type Principal } from '@holdfast/kernel';
import { codeOf, errorsOf, IdentityWorld, type AnyView } from '../identity-world.fixture.js';

interface BotView extends AnyView {
  account_key: string;
}

// PostgreSQL itself; the server's address comes from tools/test.
describe('bots', () => {
  let world: IdentityWorld;
  let admin: Principal;
  let owner: Principal;
  let other: Principal;
  let companyKey: string;
  beforeAll(async () => {
    world = await IdentityWorld.start();
    ({ admin, company_key: companyKey } = await world.company('acme'));
    for (const id of ['owner', 'other'])
      await world.run(userOperations.create, admin, {
        body: { id, email: `${id}@example.com`, password: 'Owner4words' },
      });
    owner = await world.principal('acme', 'owner');
    other = await world.principal('acme', 'other');
  });
  afterAll(() => world.end());

  const create = (who: Principal, body: object) =>
    world.run<BotView>(botOperations.create, who, { body: body as never });
  const one = (operation: 'show' | 'delete' | 'replace_key', who: Principal, id: string) =>
    world.run<BotView>(botOperations[operation], who, { params: { id } });
  const seen = async (who: Principal) =>
    (await world.list(botOperations.list, who)).results.map(({ id }) => id);
  const authenticate = async (key: string) =>
    (await world.ask<Authenticated>(identityCalls.authenticate, { companyKey, accountKeyHash: sha256(key) }))
      .principal;

  it('have one key, shown at their creation and never again', async () => {
    const made = await create(owner, { id: 'builder' });
    expect(made).toMatchObject({
      type: 'bot',
      visibility: 'private',
      company_admin: false,
      owner: { id: 'owner', uuid: owner.account.uuid, type: 'user' },
    });
    expect(made.account_key).toMatch(/^[0-9a-f]{32}$/);
    expect(await authenticate(made.account_key)).toMatchObject({ account: { id: 'builder', type: 'bot' } });
    expect((await authenticate(made.account_key))?.session).toBeUndefined();
    expect(await one('show', owner, 'builder')).not.toHaveProperty('account_key');
  });

  it('get a new key, and the old one ends', async () => {
    const { account_key: old } = await create(owner, { id: 'renewed' });
    const { account_key: fresh } = await one('replace_key', owner, 'renewed');
    expect(await authenticate(old)).toBeUndefined();
    expect(await authenticate(fresh)).toMatchObject({ account: { id: 'renewed' } });
  });

  it('are seen by their owner when private, by every user when public or company admin', async () => {
    await create(owner, { id: 'hidden' });
    await create(owner, { id: 'open', visibility: 'public' });
    const mighty = await create(admin, { id: 'mighty', company_admin: true });
    expect(mighty.visibility).toBe('public');
    expect(await seen(other)).toEqual(['mighty', 'open']);
    expect(await seen(owner)).toEqual(['builder', 'hidden', 'mighty', 'open', 'renewed']);
    expect(await seen(admin)).toEqual(['builder', 'hidden', 'mighty', 'open', 'renewed']);
    expect(await codeOf(one('show', other, 'hidden'))).toBe('not_found');
    expect(await codeOf(one('delete', other, 'hidden'))).toBe('not_found');
    expect(await codeOf(one('delete', other, 'open'))).toBe('forbidden');
    expect(await authenticate(mighty.account_key)).toMatchObject({ companyAdmin: true });
  });

  it('act everywhere only by grant of a company admin', async () => {
    expect(await codeOf(create(owner, { id: 'x', company_admin: true }))).toBe('forbidden');
    const grant = (who: Principal, body: object) =>
      world.run(botOperations.update, who, { params: { id: 'open' }, body: body as never });
    expect(await codeOf(grant(owner, { company_admin: true }))).toBe('forbidden');
    expect(await grant(owner, { company_admin: false, description: 'Builds' })).toMatchObject({
      description: 'Builds',
    });
  });

  it('have a password if they are given one, which opens no session', async () => {
    const { account_key: key, ...made } = await create(owner, { id: 'signer', password: 'First4word' });
    expect(made).not.toHaveProperty('password');
    const verified = async (password: string) =>
      (await world.ask<Authenticated>(identityCalls.verifyPassword, { ...atAcme, password })).principal;
    const atAcme = { company: 'acme', login: 'signer' };
    const login = (password: string) =>
      world.run(sessionOperations.create, undefined, { body: { ...atAcme, password } });
    const change = (body: object) =>
      world.run(botOperations.update, owner, { params: { id: 'signer' }, body: body as never });
    expect(await verified('First4word')).toMatchObject({
      account: { id: 'signer', type: 'bot', owner: owner.account.uuid },
    });
    expect(await verified('Another4word')).toBeUndefined();
    expect(await codeOf(login('First4word'))).toBe('unauthenticated');
    expect(await errorsOf(change({ password: 'short' }))).toEqual({
      password: { minimum: 8, invalid: true },
    });
    expect(await change({ description: 'Signs' })).not.toHaveProperty('password');
    expect(await authenticate(key)).toMatchObject({ account: { id: 'signer' } });
    await change({ password: 'Another4word' });
    expect([await verified('First4word'), await authenticate(key)]).toEqual([undefined, undefined]);
    expect(await verified('Another4word')).toMatchObject({ account: { id: 'signer' } });
    await one('replace_key', owner, 'signer');
    expect(await verified('Another4word')).toMatchObject({ account: { id: 'signer' } });
  });

  it('keep their key when they are given their first password', async () => {
    const { account_key: key } = await create(owner, { id: 'late' });
    const body = { password: 'First4word' };
    await world.run(botOperations.update, owner, { params: { id: 'late' }, body });
    expect(await authenticate(key)).toMatchObject({ account: { id: 'late' } });
    const late = { company: 'acme', login: 'late', ...body };
    expect(await world.ask(identityCalls.verifyPassword, late)).toHaveProperty('principal');
    expect(await codeOf(world.run(botOperations.update, other, { params: { id: 'late' }, body }))).toBe(
      'not_found',
    );
  });

  it('change their own description, and nothing that grants anything', async () => {
    await create(owner, { id: 'modest' });
    const bot = await world.principal('acme', 'modest');
    const change = (body: object, id = 'me') =>
      world.run(botOperations.update, bot, { params: { id }, body: body as never });
    expect(await change({ description: 'Mine', visibility: 'private' })).toMatchObject({
      description: 'Mine',
    });
    expect(await codeOf(change({ visibility: 'public' }))).toBe('forbidden');
    expect(await codeOf(change({ company_admin: true }))).toBe('forbidden');
    expect(await codeOf(change({ description: 'x' }, 'open'))).toBe('not_found');
  });

  it('take a role in a project, guest to master, by whoever knows their id', async () => {
    await world.run(projectOperations.create, owner, { body: { id: 'demo', name: 'Demo' } });
    const params = { project_id: 'demo' };
    const add = (body: object, who = owner) =>
      world.run(projectBotOperations.create, who, { params, body: body as never });
    expect(await codeOf(add({ id: 'hidden', role: 'admin' }, other))).toBe('forbidden');
    expect(await errorsOf(add({ id: 'nobody', role: 'manager' }))).toEqual({
      id: { not_found: true },
      role: { invalid: true },
    });
    expect(await add({ id: 'hidden', role: 'developer' })).toMatchObject({
      bot: { id: 'hidden' },
      project: { id: 'demo' },
      role: 'developer',
    });
    expect(await errorsOf(add({ id: 'hidden', role: 'guest' }))).toEqual({ id: { reserved: true } });
    await create(other, { id: 'elsewhere' });
    expect(await add({ id: 'elsewhere', role: 'guest' })).toMatchObject({ bot: { id: 'elsewhere' } });
    const bot = await world.principal('acme', 'hidden');
    const { results } = await world.list(projectOperations.list, bot);
    expect(results.map(({ id }) => id)).toEqual(['demo']);
  });

  describe('that act everywhere', () => {
    const change = (who: Principal, id: string, body: object) =>
      world.run<BotView>(botOperations.update, who, { params: { id }, body: body as never });
    const person = async (id: string, body: object = {}) => {
      await world.run(userOperations.create, admin, { body: { id, email: `${id}@example.com`, ...body } });
      return world.principal('acme', id);
    };
    const setAdmin = (id: string, company_admin: boolean) =>
      world.run(userOperations.update, admin, { params: { id }, body: { company_admin } });

    it('are managed by company admins only, and rest while their owner is none', async () => {
      const eve = await person('eve', { company_admin: true });
      const { account_key: key } = await create(eve, { id: 'helper', company_admin: true });
      expect(await authenticate(key)).toMatchObject({ companyAdmin: true });
      world.told.length = 0;
      await setAdmin('eve', false);
      expect(world.told).toContainEqual(
        expect.objectContaining({
          event: expect.objectContaining({ accounts: [eve.account.uuid, expect.any(String)] }) as unknown,
        }),
      );
      expect(await authenticate(key)).toBeUndefined();
      const demoted = await world.principal('acme', 'eve');
      for (const operation of ['replace_key', 'delete'] as const)
        expect(await codeOf(one(operation, demoted, 'helper'))).toBe('forbidden');
      for (const body of [{ company_admin: false }, { description: 'x' }, { owner: 'eve' }])
        expect(await codeOf(change(demoted, 'helper', body))).toBe('forbidden');
      const { account_key: fresh } = await one('replace_key', admin, 'helper');
      expect(await authenticate(fresh)).toBeUndefined();
      expect(await errorsOf(change(admin, 'helper', { owner: 'other' }))).toEqual({
        owner: { invalid: true },
      });
      expect(await change(admin, 'helper', { owner: admin.account.uuid })).toMatchObject({
        owner: { id: 'admin' },
      });
      expect(await authenticate(fresh)).toMatchObject({ companyAdmin: true });
    });

    it('are made so under a company admin only', async () => {
      await create(owner, { id: 'plain' });
      expect(await errorsOf(change(admin, 'plain', { company_admin: true }))).toEqual({
        owner: { invalid: true },
      });
      expect(await change(admin, 'plain', { company_admin: true, owner: 'admin' })).toMatchObject({
        company_admin: true,
        owner: { id: 'admin' },
      });
    });

    it('make bots that belong to their own owner', async () => {
      await create(admin, { id: 'maker', company_admin: true });
      const maker = await world.principal('acme', 'maker');
      expect(await create(maker, { id: 'made', company_admin: true })).toMatchObject({
        owner: { uuid: admin.account.uuid },
      });
    });
  });

  it('rest while their owner is not active, until a company admin names another', async () => {
    await world.run(userOperations.create, admin, { body: { id: 'leaver', email: 'leaver@example.com' } });
    const leaver = await world.principal('acme', 'leaver');
    const { account_key: key } = await create(leaver, { id: 'left' });
    const give = (body: object, who = admin) =>
      world.run(botOperations.update, who, { params: { id: 'left' }, body: body as never });
    expect(await codeOf(give({ owner: 'other' }, leaver))).toBe('forbidden');
    expect(await give({ owner: { id: 'leaver', uuid: leaver.account.uuid } }, leaver)).toMatchObject({
      owner: { id: 'leaver' },
    });
    await world.run(userOperations.delete, admin, { params: { id: 'leaver' } });
    expect(await authenticate(key)).toBeUndefined();
    for (const name of ['nobody', 'builder', {}])
      expect(await errorsOf(give({ owner: name }))).toEqual({ owner: { not_found: true } });
    expect(await errorsOf(give({ owner: null }))).toEqual({ owner: { empty: true } });
    expect(await give({ owner: 'other' })).toMatchObject({ owner: { id: 'other' } });
    expect(await authenticate(key)).toMatchObject({ account: { id: 'left' } });
  });

  it('are deactivated with their key', async () => {
    const { account_key: key } = await create(owner, { id: 'retired' });
    expect(await one('delete', owner, 'retired')).toMatchObject({ id: 'retired-1', old_id: 'retired' });
    expect(await authenticate(key)).toBeUndefined();
    expect(await errorsOf(one('replace_key', owner, 'retired-1'))).toEqual({ id: { locked: true } });
  });
});
