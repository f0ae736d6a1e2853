import {
  collaboratorOperations,
  identityCalls,
  projectCollaboratorOperations,
  projectGroupOperations,
  projectOperations,
  projectUserOperations,
  groupMemberOperations,
  groupOperations,
  userOperations,
  type ProjectAccessAnswer,
} from '@holdfast/contracts';
import type { Principal } from '@holdfast/kernel';
import { errorsOf, IdentityWorld } from '../identity-world.fixture.js';

// PostgreSQL itself; the server's address comes from tools/test.
describe('projects', () => {
  let world: IdentityWorld;
  let admin: Principal;
  let maker: Principal;
  let other: Principal;
  let outside: Principal;
  let foreign: Principal;
  beforeAll(async () => {
    world = await IdentityWorld.start();
    ({ admin } = await world.company('acme'));
    ({ admin: foreign } = await world.company('beta'));
    for (const id of ['maker', 'other'])
      await world.run(userOperations.create, admin, { body: { id, email: `${id}@example.com` } });
    await world.run(collaboratorOperations.create, admin, {
      body: { id: 'outside', email: 'outside@example.com' },
    });
    maker = await world.principal('acme', 'maker');
    other = await world.principal('acme', 'other');
    outside = await world.principal('acme', 'outside');
  });
  afterAll(() => world.end());

  const create = (body: object, who = maker) =>
    world.run(projectOperations.create, who, { body: body as never });
  const project = (id: string, more: object = {}) => create({ id, name: `Name of ${id}`, ...more });
  const at = (project_id: string) => ({ params: { project_id } });
  const show = (id: string, who = maker) => world.run(projectOperations.show, who, at(id));
  const update = (id: string, body: object, who = maker) =>
    world.run(projectOperations.update, who, { ...at(id), body: body as never });
  const remove = (id: string, who = maker) => world.run(projectOperations.delete, who, at(id));
  const access = async (id: string, principal: Principal) =>
    (await world.ask<ProjectAccessAnswer>(identityCalls.projectAccess, { id }, { principal })).project;
  const seen = async (who: Principal, query: object = {}) =>
    (await world.list(projectOperations.list, who, query)).results.map(({ id }) => id);

  it('are shown as they were created', async () => {
    const body = {
      id: 'Demo_1',
      name: 'Demo',
      visibility: 'members',
      color: 'red',
      labels: ['one', 'two'],
      description: 'Ünï ✓',
      properties: { deep: { list: ['a', { b: 'c' }] }, gone: null, __proto__x: 'kept' },
    };
    const made = await create(body);
    expect(made).toEqual({
      ...body,
      uuid: made.uuid,
      hook_events: ['repository'],
      storage_limit: null,
      storage_used: 0,
      properties: { deep: { list: ['a', { b: 'c' }] }, __proto__x: 'kept' },
      created_at: made.created_at,
      updated_at: made.created_at,
    });
    expect(await show('Demo_1')).toEqual(made);
    expect(await show(made.uuid)).toEqual(made);
  });

  it('have their maker as admin', async () => {
    await project('mine');
    expect(await access('mine', maker)).toMatchObject({ roles: ['admin'], deleted: false });
    expect(await access('mine', other)).toMatchObject({ roles: [] });
  });

  it('are unknown to another company, by id and by uuid', async () => {
    const { uuid } = await project('secret');
    expect(await access('secret', foreign)).toBeUndefined();
    expect(await access(uuid, foreign)).toBeUndefined();
    expect(await seen(foreign)).toEqual([]);
  });

  it('name everything that is wrong at once', async () => {
    await project('used');
    const bad = {
      id: 'used',
      name: 'Name of used',
      visibility: 'all',
      color: 3,
      labels: ['', 'x'.repeat(101)],
    };
    expect(await errorsOf(create(bad))).toEqual({
      id: { reserved: true },
      name: { reserved: true },
      visibility: { invalid: true },
      color: { invalid: true },
      labels: { minimum: 1, maximum: 100 },
    });
    expect(await errorsOf(create({ id: 'count', name: '' }))).toEqual({
      id: { reserved: true },
      name: { empty: true },
    });
  });

  it('let one of two that take the same id at once', async () => {
    const outcomes = await Promise.allSettled(
      [1, 2, 3, 4].map((n) => create({ id: 'race', name: `Race ${n}` })),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('change only in what is sent; properties merge by key', async () => {
    await project('change', { description: 'one', properties: { a: 'A', b: 'B' } });
    expect(await update('change', { properties: { b: null, c: ['C'] } })).toMatchObject({
      description: 'one',
      properties: { a: 'A', c: ['C'] },
    });
    expect(await update('change', { description: null, hook_events: null })).toMatchObject({
      description: '',
      hook_events: ['repository'],
    });
    const tooMuch = { properties: { big: 'x'.repeat(64 * 1024 - 40) } };
    expect(await errorsOf(update('change', { properties: { big: 'x'.repeat(64 * 1024) } }))).toEqual({
      properties: { maximum: 65_536 },
    });
    await update('change', tooMuch);
    expect(await errorsOf(update('change', { properties: { more: 'x'.repeat(100) } }))).toEqual({
      properties: { maximum: 65_536 },
    });
  });

  it('change many at once', async () => {
    const names = Array.from({ length: 12 }, (_, n) => `many-${n}`);
    for (const name of names) await project(name);
    const changed = await Promise.all(names.map((name) => update(name, { name: `New ${name}` })));
    expect(changed.map(({ name }) => name)).toEqual(names.map((name) => `New ${name}`));
  });

  it('change their id, and the old one is free', async () => {
    const made = await project('before');
    const renamed = await update('before', { id: 'after' });
    expect(renamed).toMatchObject({ id: 'after', uuid: made.uuid });
    expect(world.told.at(-1)?.event).toEqual({ company: maker.company.uuid, projects: [made.uuid] });
    expect(await access('before', maker)).toBeUndefined();
    await create({ id: 'before', name: 'Another' });
    expect(await errorsOf(update('after', { id: 'before', name: 'Another' }))).toEqual({
      id: { reserved: true },
      name: { reserved: true },
    });
    expect(await update('after', { id: 'after', name: 'Name of before' })).toMatchObject({ id: 'after' });
  });

  it('are deactivated under a new id; id and name are free, and nothing changes them', async () => {
    const made = await project('end');
    const gone = await remove('end');
    expect(gone).toMatchObject({ id: 'end-1', old_id: 'end', uuid: made.uuid });
    expect(await access('end', maker)).toBeUndefined();
    expect(await access('end-1', maker)).toMatchObject({ deleted: true, roles: ['admin'] });
    expect(await show('end-1')).toEqual(gone);
    expect((await project('end')).uuid).not.toBe(made.uuid);
    expect(await remove('end')).toMatchObject({ id: 'end-2' });
    for (const attempt of [update('end-1', { name: 'x y' }), remove('end-1')])
      expect(await errorsOf(attempt)).toEqual({ id: { locked: true } });
    const member = world.run(projectUserOperations.create, maker, {
      ...at('end-1'),
      body: { id: 'other', role: 'nonsense' },
    });
    expect(await errorsOf(member)).toEqual({ id: { locked: true } });
  });

  it('stand in the lists of those who may see them', async () => {
    await project('vis-open');
    await project('vis-hidden', { visibility: 'members' });
    await project('vis-group', { visibility: 'members' });
    const mine = { searchTerm: 'VIS-' };
    expect(await seen(other, mine)).toEqual(['vis-open']);
    expect(await seen(outside, mine)).toEqual([]);
    expect(await seen(admin, mine)).toEqual(['vis-group', 'vis-hidden', 'vis-open']);
    await world.run(projectCollaboratorOperations.create, maker, {
      ...at('vis-open'),
      body: { id: 'outside', role: 'guest' },
    });
    expect(await seen(outside, mine)).toEqual(['vis-open']);
    await world.run(groupOperations.create, admin, { body: { id: 'team', name: 'Team' } });
    await world.run(groupMemberOperations.create, admin, {
      params: { group_id: 'team' },
      body: { id: 'other', role: 'member' },
    });
    await world.run(projectGroupOperations.create, maker, {
      ...at('vis-group'),
      body: { id: 'team', role: 'developer' },
    });
    expect(await seen(other, mine)).toEqual(['vis-group', 'vis-open']);
    // Deactivated ones are listed for those with a role in them.
    for (const id of ['vis-open', 'vis-group']) await remove(id);
    expect(await seen(other, { ...mine, active: false })).toEqual(['vis-group-1']);
    expect(await seen(outside, { ...mine, active: false })).toEqual(['vis-open-1']);
    expect(await seen(admin, { ...mine, active: false })).toEqual(['vis-group-1', 'vis-open-1']);
    expect(await seen(other, mine)).toEqual([]);
  });

  it('tell how the caller stands to them by one statement, with the union of his roles', async () => {
    await project('union');
    await world.run(projectUserOperations.create, maker, {
      ...at('union'),
      body: { id: 'other', role: 'guest' },
    });
    await world.run(projectGroupOperations.create, maker, {
      ...at('union'),
      body: { id: 'team', role: 'manager' },
    });
    const { value, statements } = await world.counted(() => access('union', other));
    expect(value?.roles.sort()).toEqual(['guest', 'manager']);
    expect(statements).toHaveLength(1);
  });

  it('are read by one statement, a page and a single one', async () => {
    const page = await world.counted(() => seen(other, { sort: 'name', searchTerm: 'union' }));
    expect(page.value).toHaveLength(1);
    expect(page.statements).toHaveLength(1);
    const scope = await access('union', other);
    const one = await world.counted(() =>
      world.ask(projectOperations.show.subject, { params: {} }, { principal: other, project: scope }),
    );
    expect(one.statements).toHaveLength(1);
  });
});
