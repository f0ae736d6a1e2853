import { botOperations, collaboratorOperations, userOperations } from '@holdfast/contracts';
import type { Principal } from '@holdfast/kernel';
import { codeOf, errorsOf, IdentityWorld } from '../identity-world.fixture.js';

// PostgreSQL itself; the server's address comes from tools/test.
describe('people of a company', () => {
  let world: IdentityWorld;
  let admin: Principal;
  beforeAll(async () => {
    world = await IdentityWorld.start();
    ({ admin } = await world.company('acme'));
    await world.company('beta');
  });
  afterAll(() => world.end());

  const create = (body: object, who = admin) =>
    world.run(userOperations.create, who, { body: body as never });
  const show = (id: string, who = admin) => world.run(userOperations.show, who, { params: { id } });
  const update = (id: string, body: object, who = admin) =>
    world.run(userOperations.update, who, { params: { id }, body: body as never });
  const remove = (id: string, who = admin) => world.run(userOperations.delete, who, { params: { id } });
  const user = async (id: string): Promise<Principal> => {
    await create({ id, email: `${id}@example.com` });
    return world.principal('acme', id);
  };
  const ids = async (query: object = {}) =>
    (await world.list(userOperations.list, admin, query)).results.map(({ id }) => id);

  it('are shown as they were created, with every attribute', async () => {
    const made = await create({
      id: 'Jane.Doe',
      email: 'Jane@Example.com',
      first_name: 'Jané',
      last_name: 'Doe',
      title: 'Engineer',
      password: 'Secret123',
    });
    expect(made).toEqual({
      id: 'Jane.Doe',
      uuid: made.uuid,
      type: 'user',
      email: 'Jane@Example.com',
      first_name: 'Jané',
      last_name: 'Doe',
      display_name: 'Jané Doe',
      description: '',
      phone: '',
      title: 'Engineer',
      locale: 'en',
      source: '',
      company_admin: false,
      instance_admin: false,
      synchronized_fields: [],
      avatar: '',
      created_at: made.created_at,
      updated_at: made.created_at,
    });
    expect(await show('Jane.Doe')).toEqual(made);
    expect(await show(made.uuid)).toEqual(made);
    expect(await show('me', await world.principal('acme', 'Jane.Doe'))).toEqual(made);
    expect(await codeOf(show('jane.doe'))).toBe('not_found');
  });

  it('name everything that is wrong at once', async () => {
    await create({ id: 'twin', email: 'twin@example.com' });
    const bad = {
      id: 'twin',
      email: 'TWIN@example.com',
      password: 'short',
      first_name: 'x'.repeat(33),
      locale: 7,
      company_admin: 'yes',
    };
    expect(await errorsOf(create(bad))).toEqual({
      id: { reserved: true },
      email: { reserved: true },
      password: { minimum: 8, invalid: true },
      first_name: { maximum: 32 },
      locale: { invalid: true },
      company_admin: { invalid: true },
    });
    expect(await errorsOf(create({}))).toEqual({ id: { empty: true }, email: { empty: true } });
    expect(await errorsOf(create({ id: 'me', email: 'a@b.c' }))).toEqual({ id: { reserved: true } });
    const both = { id: 'both', email: 'both@b.c', password: 'Secret123', registration_email: 'x@b.c' };
    expect(await errorsOf(create(both))).toEqual({
      password: { conflicts: ['registration_email'] },
      registration_email: { conflicts: ['password'] },
    });
  });

  it('change only in what is sent, themselves included', async () => {
    const self = await user('selma');
    const before = await show('selma');
    const changed = await update('me', { first_name: 'Selma', locale: null }, self);
    expect(changed).toMatchObject({
      first_name: 'Selma',
      display_name: 'Selma',
      email: before.email,
      locale: 'en',
    });
    expect(await update('selma', { ...changed, phone: '1' }, self)).toMatchObject({ phone: '1' });
    expect(world.told.at(-1)?.event).toEqual({
      company: self.company.uuid,
      accounts: [self.account.uuid],
    });
    // What it has by default, and cannot have otherwise.
    const nothing = { instance_admin: null, synchronized_fields: null, avatar: null };
    expect(await update('selma', nothing, self)).toMatchObject({ instance_admin: false, phone: '1' });
    expect(await errorsOf(update('selma', { id: 'other', email: '' }, self))).toEqual({
      id: { locked: true },
      email: { empty: true },
    });
  });

  it('grant nothing to themselves, whatever else is wrong', async () => {
    const self = await user('greedy');
    for (const body of [{ company_admin: true }, { source: 'ldap' }, { company_admin: 'yes', email: '' }])
      expect(await codeOf(update('me', body, self))).toBe('forbidden');
    expect(await update('greedy', { company_admin: true })).toMatchObject({ company_admin: true });
  });

  it('are deactivated under a new id, and the old id and address are free again', async () => {
    await user('leaver');
    const gone = await remove('leaver');
    expect(gone).toMatchObject({ id: 'leaver-1', old_id: 'leaver', uuid: gone.uuid });
    expect(gone.deleted_at).toBe(gone.updated_at);
    expect(await codeOf(show('leaver'))).toBe('not_found');
    expect(await show('leaver-1')).toEqual(gone);
    const again = await create({ id: 'leaver', email: 'leaver@example.com' });
    expect(again.uuid).not.toBe(gone.uuid);
    expect(await remove('leaver')).toMatchObject({ id: 'leaver-2', old_id: 'leaver' });
    expect(await errorsOf(update('leaver-1', { first_name: 'x' }))).toEqual({ id: { locked: true } });
    expect(await errorsOf(remove('leaver-1'))).toEqual({ id: { locked: true } });
    expect(await errorsOf(create({ id: 'leaver-1', email: 'n@example.com' }))).toEqual({
      id: { reserved: true },
    });
    expect(await ids({ active: false })).toEqual(expect.arrayContaining(['leaver-1', 'leaver-2']));
    expect(await ids()).not.toContain('leaver-1');
  });

  it('pass over a number that is in use', async () => {
    await user('taken');
    await user('taken-1');
    expect(await remove('taken')).toMatchObject({ id: 'taken-2' });
  });

  it('keep one company admin', async () => {
    const { admin: only } = await world.company('solo');
    const locked = { company_admin: { locked: true } };
    expect(await errorsOf(update('me', { company_admin: false }, only))).toEqual(locked);
    expect(await errorsOf(update('me', { company_admin: null, email: '' }, only))).toEqual({
      ...{ email: { empty: true } },
      ...locked,
    });
    expect(await errorsOf(remove('me', only))).toEqual(locked);
    await create({ id: 'second', email: 's@example.com', company_admin: true }, only);
    expect(await update('me', { company_admin: false }, only)).toMatchObject({ company_admin: false });
  });

  it('are given no password by somebody whose right to do so ended while it was hashed', async () => {
    await create({ id: 'erin', email: 'erin@example.com', password: 'Secret123', company_admin: true });
    const erin = await world.principal('acme', 'erin');
    await user('carl');
    const attempts = () => [
      create({ id: 'made', email: 'made@example.com', password: 'Secret123', company_admin: true }, erin),
      update('carl', { password: 'Secret123' }, erin),
    ];
    await update('erin', { company_admin: false });
    for (const attempt of attempts()) expect(await codeOf(attempt)).toBe('forbidden');
    await remove('erin');
    for (const attempt of attempts()) expect(await codeOf(attempt)).toBe('unauthenticated');
    expect(await codeOf(show('made'))).toBe('not_found');
  });

  it('share one name space of ids and addresses with collaborators and bots', async () => {
    await user('unique');
    const collaborator = world.run(collaboratorOperations.create, admin, {
      body: { id: 'unique', email: 'unique@example.com' },
    });
    expect(await errorsOf(collaborator)).toEqual({ id: { reserved: true }, email: { reserved: true } });
    expect(await errorsOf(world.run(botOperations.create, admin, { body: { id: 'unique' } }))).toEqual({
      id: { reserved: true },
    });
    const outside = await world.run(collaboratorOperations.create, admin, {
      body: { id: 'outside', email: 'outside@example.com', company_admin: true },
    });
    expect(outside).toMatchObject({ type: 'collaborator', company_admin: false });
    expect(await codeOf(show('outside'))).toBe('not_found');
  });

  it('are invited by mail when they have no password', async () => {
    await create({ id: 'invited', email: 'invited@example.com', registration_email: 'private@example.com' });
    const mail = await world.mailWith('private@example.com');
    expect(mail).toMatch(
      /^http:\/\/code\.example\.com\/api\/account\/password_recoveries\/[0-9a-f]{64}\r?$/m,
    );
  });

  it('do not exist for another company', async () => {
    const other = await world.principal('beta', 'admin');
    const { uuid } = await show('admin');
    for (const id of [uuid, 'Jane.Doe']) expect(await codeOf(show(id, other))).toBe('not_found');
    expect((await world.list(userOperations.list, other)).results.map(({ id }) => id)).toEqual(['admin']);
  });
});
