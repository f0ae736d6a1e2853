import { groupMemberOperations, groupOperations, userOperations } from '@holdfast/contracts';
import type { Principal } from '@holdfast/kernel';
import { codeOf, errorsOf, IdentityWorld } from '../identity-world.fixture.js';

// PostgreSQL itself; the server's address comes from tools/test.
describe('groups', () => {
  let world: IdentityWorld;
  let admin: Principal;
  let user: Principal;
  beforeAll(async () => {
    world = await IdentityWorld.start();
    ({ admin } = await world.company('acme'));
    await world.run(userOperations.create, admin, { body: { id: 'user', email: 'user@example.com' } });
    user = await world.principal('acme', 'user');
  });
  afterAll(() => world.end());

  const create = (body: object) => world.run(groupOperations.create, admin, { body: body as never });
  const seen = async (who: Principal) =>
    (await world.list(groupOperations.list, who)).results.map(({ id }) => id);

  it('are shown as they were created, changed, and removed for good', async () => {
    const made = await create({ id: 'devs', name: 'Developers', source: 'ldap' });
    expect(made).toEqual({
      id: 'devs',
      uuid: made.uuid,
      name: 'Developers',
      description: '',
      visibility: 'public',
      source: 'ldap',
      linked: true,
      created_at: made.created_at,
      updated_at: made.created_at,
    });
    const params = { group_id: 'devs' };
    expect(await world.run(groupOperations.show, admin, { params })).toEqual(made);
    const change = (body: object) =>
      world.run(groupOperations.update, admin, { params, body: body as never });
    expect(await change({ source: '', description: 'x' })).toMatchObject({ linked: false, description: 'x' });
    expect(await errorsOf(change({ id: 'other', name: '' }))).toEqual({
      id: { locked: true },
      name: { empty: true },
    });
    expect(await errorsOf(create({ id: 'devs', name: 'Developers' }))).toEqual({
      id: { reserved: true },
      name: { reserved: true },
    });
    expect(await world.run(groupOperations.delete, admin, { params })).toMatchObject({ id: 'devs' });
    expect(await seen(admin)).toEqual([]);
    expect((await create({ id: 'devs', name: 'Developers' })).uuid).not.toBe(made.uuid);
  });

  it('keep both of two changes that are made at once', async () => {
    const { uuid } = await create({ id: 'twice', name: 'Before' });
    const change = (body: object) =>
      world.run(groupOperations.update, admin, { params: { group_id: 'twice' }, body: body as never });
    const both = await world.source.transaction(async (tx) => {
      await tx.query('select from "group" where uuid = $1 for update', [uuid]);
      const first = change({ name: 'After' });
      await new Promise((soon) => setTimeout(soon, 100));
      return [first, change({ description: 'Both' })];
    });
    await Promise.all(both);
    const { results } = await world.list(groupOperations.list, admin, { searchTerm: 'after' });
    expect(results).toMatchObject([{ id: 'twice', name: 'After', description: 'Both' }]);
    await world.run(groupOperations.delete, admin, { params: { group_id: 'twice' } });
  });

  it('are private to their members', async () => {
    await create({ id: 'priv', name: 'Private', visibility: 'private' });
    expect(await seen(user)).toEqual(['devs']);
    const params = { group_id: 'priv' };
    await world.run(groupMemberOperations.create, admin, { params, body: { id: 'user', role: 'admin' } });
    expect(world.told.at(-1)?.event).toMatchObject({ accounts: [user.account.uuid] });
    expect(await seen(user)).toEqual(['devs', 'priv']);
  });

  it('have members under both spellings of their address', async () => {
    const params = { group_id: 'devs' };
    const made = await world.run(groupMemberOperations.create, admin, {
      params,
      body: { id: 'user', role: 'member' },
    });
    expect(made).toMatchObject({
      group: { id: 'devs' },
      user: { id: 'user' },
      role: 'member',
      linked: false,
    });
    const one = { ...params, id: 'user' };
    expect(await world.run(groupMemberOperations.show, admin, { params: one })).toEqual(made);
    expect(await world.run(groupMemberOperations.show_singular, admin, { params: one })).toEqual(made);
    const promoted = { params: one, body: { role: 'admin' } };
    expect(await world.run(groupMemberOperations.update_singular, admin, promoted)).toMatchObject({
      role: 'admin',
    });
    const again = { params, body: { id: 'user', role: 'boss' } };
    expect(await errorsOf(world.run(groupMemberOperations.create, admin, again))).toEqual({
      id: { reserved: true },
      role: { invalid: true },
    });
    expect(await world.run(groupMemberOperations.delete_singular, admin, { params: one })).toMatchObject({
      user: { id: 'user' },
    });
    expect(await codeOf(world.run(groupMemberOperations.delete, admin, { params: one }))).toBe('not_found');
  });
});
