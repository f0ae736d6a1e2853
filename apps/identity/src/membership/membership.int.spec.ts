import {
  collaboratorOperations,
  groupMemberOperations,
  groupOperations,
  projectCollaboratorOperations,
  projectGroupOperations,
  projectMemberOperations,
  projectOperations,
  projectUserOperations,
  subscriberOperations,
  userOperations,
} from '@holdfast/contracts';
import type { Principal } from '@holdfast/kernel';
import { codeOf, errorsOf, IdentityWorld } from '../identity-world.fixture.js';

// PostgreSQL itself; the server's address comes from tools/test.
describe('roles in a project', () => {
  let world: IdentityWorld;
  let admin: Principal;
  const people: Record<string, Principal> = {};
  let count = 0;
  beforeAll(async () => {
    world = await IdentityWorld.start();
    ({ admin } = await world.company('acme'));
    for (const id of ['owner', 'manager', 'dev', 'spare']) {
      await world.run(userOperations.create, admin, { body: { id, email: `${id}@example.com` } });
      people[id] = await world.principal('acme', id);
    }
    await world.run(collaboratorOperations.create, admin, { body: { id: 'ext', email: 'ext@example.com' } });
    people.ext = await world.principal('acme', 'ext');
    await world.run(groupOperations.create, admin, { body: { id: 'team', name: 'Team' } });
    await world.run(groupOperations.create, admin, {
      body: { id: 'inner', name: 'Inner', visibility: 'private' },
    });
    await member('team', 'dev');
    await member('inner', 'spare');
  });
  afterAll(() => world.end());

  const uuidOf = async (what: 'user' | 'group', id: string): Promise<string> =>
    what === 'user'
      ? (await world.run(userOperations.show, admin, { params: { id } })).uuid
      : (await world.run(groupOperations.show, admin, { params: { group_id: id } })).uuid;
  const member = (group_id: string, id: string) =>
    world.run(groupMemberOperations.create, admin, { params: { group_id }, body: { id, role: 'member' } });

  /** A fresh project of `owner`, with a manager. */
  const project = async () => {
    count += 1;
    const project_id = `p${count}x`;
    const body = { id: project_id, name: project_id, visibility: 'members' };
    await world.run(projectOperations.create, people.owner, { body });
    const user = (verb: 'create' | 'update' | 'delete' | 'show', who: string, id: string, role?: string) =>
      world.run(projectUserOperations[verb], people[who] ?? admin, {
        params: { project_id, ...(verb === 'create' ? {} : { id }) },
        body: { ...(verb === 'create' ? { id } : {}), ...(role ? { role } : {}) },
      });
    const group = (verb: 'create' | 'update' | 'delete', who: string, id: string, role?: string) =>
      world.run(projectGroupOperations[verb], people[who] ?? admin, {
        params: { project_id, ...(verb === 'create' ? {} : { id }) },
        body: { ...(verb === 'create' ? { id } : {}), ...(role ? { role } : {}) },
      });
    await user('create', 'owner', 'manager', 'manager');
    return { project_id, user, group, params: { project_id } };
  };

  it('are shown with the person and the project', async () => {
    const { project_id, user } = await project();
    const made = await user('create', 'owner', 'dev', 'developer');
    expect(made).toEqual({
      project: { id: project_id, uuid: (made.project as { uuid: string }).uuid },
      user: { id: 'dev', uuid: people.dev.account.uuid },
      role: 'developer',
      highest_role: 'developer',
      created_at: made.created_at,
      updated_at: made.created_at,
    });
    expect(world.told.at(-1)?.event).toMatchObject({ accounts: [people.dev.account.uuid] });
    expect(await user('show', 'owner', people.dev.account.uuid)).toEqual(made);
    // Put back as it was answered, and with the id that was taken.
    const put = { params: { project_id, id: 'dev' }, body: { ...made, id: 'dev' } as never };
    expect(await world.run(projectUserOperations.update, people.owner, put)).toMatchObject({
      role: 'developer',
    });
    const other = { params: { project_id, id: 'dev' }, body: { id: 'spare', role: 'guest' } };
    expect(await errorsOf(world.run(projectUserOperations.update, people.owner, other))).toEqual({
      id: { locked: true },
    });
    expect(await errorsOf(user('create', 'owner', 'dev', 'guest'))).toEqual({ id: { reserved: true } });
    expect(await errorsOf(user('create', 'owner', 'ext', 'boss'))).toEqual({
      id: { not_found: true },
      role: { invalid: true },
    });
    expect(await errorsOf(user('create', 'owner', '', ''))).toEqual({
      id: { empty: true },
      role: { empty: true },
    });
  });

  it('are handled by a manager, all but admin, which counts before anything invalid', async () => {
    const { user } = await project();
    expect(await user('create', 'manager', 'dev', 'guest')).toMatchObject({ role: 'guest' });
    expect(await user('update', 'manager', 'dev', 'manager')).toMatchObject({ role: 'manager' });
    expect(await codeOf(user('update', 'manager', 'dev', 'admin'))).toBe('forbidden');
    expect(await codeOf(user('create', 'manager', 'nobody', 'admin'))).toBe('forbidden');
    expect(await codeOf(user('update', 'manager', 'owner', 'guest'))).toBe('forbidden');
    expect(await codeOf(user('delete', 'manager', 'owner'))).toBe('forbidden');
    expect(await user('delete', 'manager', 'dev')).toMatchObject({ role: 'manager' });
    expect(await user('create', 'admin', 'spare', 'admin')).toMatchObject({ role: 'admin' });
  });

  it.each([
    ['user', 'spare', 'update', 'developer'],
    ['user', 'spare', 'delete', undefined],
    ['group', 'team', 'update', 'developer'],
    ['group', 'team', 'delete', undefined],
  ] as const)(
    'of a %s (%s) are handled (%s) by what they are when it is done, not by what they were when it was asked',
    async (what, id, verb, role) => {
      const { [what]: handle, params } = await project();
      await handle('create', 'owner', id, 'guest');
      const link = what === 'user' ? ['project_account', 'account_uuid'] : ['project_group', 'group_uuid'];
      const uuid = await uuidOf(what, id);
      let asked: Promise<string> | undefined;
      await world.source.transaction(async (tx) => {
        await tx.query('select from project where id = $1 for update', [params.project_id]);
        asked = codeOf(handle(verb, 'manager', id, role));
        await new Promise((done) => setTimeout(done, 200));
        await tx.query(
          `update ${link[0]} l set role = 'admin' from project p
            where p.uuid = l.project_uuid and p.id = $1 and l.${link[1]} = $2`,
          [params.project_id, uuid],
        );
      });
      expect(await asked).toBe('forbidden');
    },
  );

  it('keep the last admin, whether he is removed or demoted, also by two at once', async () => {
    const { user, group } = await project();
    const locked = { role: { locked: true } };
    expect(await errorsOf(user('delete', 'admin', 'owner'))).toEqual(locked);
    expect(await errorsOf(user('update', 'owner', 'owner', 'guest'))).toEqual(locked);
    await user('create', 'owner', 'dev', 'admin');
    const both = await Promise.allSettled([user('delete', 'admin', 'owner'), user('delete', 'admin', 'dev')]);
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const left = both[0].status === 'fulfilled' ? 'dev' : 'owner';
    // A group with a member is an admin as well.
    await group('create', 'admin', 'team', 'admin');
    expect(await user('update', 'admin', left, 'guest')).toMatchObject({ role: 'guest' });
    expect(await errorsOf(group('delete', 'admin', 'team'))).toEqual(locked);
    expect(await errorsOf(group('update', 'admin', 'team', 'guest'))).toEqual(locked);
  });

  it('name the highest over direct and group roles', async () => {
    const { user, group } = await project();
    await user('create', 'owner', 'dev', 'guest');
    expect(await group('create', 'owner', 'team', 'master')).toMatchObject({ role: 'master' });
    expect(await user('show', 'owner', 'dev')).toMatchObject({ role: 'guest', highest_role: 'master' });
    await group('update', 'owner', 'team', 'manager');
    expect(await user('show', 'owner', 'dev')).toMatchObject({ highest_role: 'manager' });
    expect(world.told.at(-1)?.event).toMatchObject({
      groups: [expect.any(String)],
      projects: [expect.any(String)],
    });
  });

  it('reach a private group only through its members', async () => {
    const { user, group, params } = await project();
    await user('create', 'owner', 'spare', 'manager');
    expect(await errorsOf(group('create', 'owner', 'inner', 'guest'))).toEqual({ id: { not_found: true } });
    await group('create', 'spare', 'inner', 'guest');
    const listed = async (who: string) =>
      (await world.list(projectGroupOperations.list, people[who] ?? admin, {}, params)).results.length;
    expect([await listed('owner'), await listed('spare'), await listed('admin')]).toEqual([0, 1, 1]);
    expect(await codeOf(group('delete', 'owner', 'inner'))).toBe('not_found');
    expect(await group('delete', 'spare', 'inner')).toMatchObject({ group: { id: 'inner' } });
  });

  it('of collaborators end at master', async () => {
    const { params } = await project();
    const add = (role: string) =>
      world.run(projectCollaboratorOperations.create, people.manager, { params, body: { id: 'ext', role } });
    expect(await errorsOf(add('manager'))).toEqual({ role: { invalid: true } });
    expect(await add('master')).toMatchObject({ collaborator: { id: 'ext' }, highest_role: 'master' });
  });

  it('make members of people, once each', async () => {
    const { user, group, params } = await project();
    await user('create', 'owner', 'dev', 'guest');
    await group('create', 'owner', 'team', 'guest');
    await world.run(projectCollaboratorOperations.create, people.owner, {
      params,
      body: { id: 'ext', role: 'guest' },
    });
    const { results } = await world.list(projectMemberOperations.list, people.owner, {}, params);
    const members = results.map(({ member: each }) => each as { id: string; type: string });
    expect(members.map(({ id, type }) => `${id} ${type}`)).toEqual([
      'dev user',
      'ext collaborator',
      'manager user',
      'owner user',
    ]);
    const one = (id: string) =>
      world.run(projectMemberOperations.show, people.owner, { params: { ...params, id } });
    expect(await one('ext')).toMatchObject({ member: { id: 'ext' } });
    expect(await codeOf(one('spare'))).toBe('not_found');
  });

  it('end with the account', async () => {
    const { user, params } = await project();
    await world.run(userOperations.create, admin, { body: { id: 'temp', email: 'temp@example.com' } });
    await user('create', 'owner', 'temp', 'master');
    await world.run(userOperations.delete, admin, { params: { id: 'temp' } });
    expect(await codeOf(user('show', 'owner', 'temp'))).toBe('not_found');
    const { results } = await world.list(projectUserOperations.list, people.owner, {}, params);
    expect(results).toHaveLength(2);
  });

  it('are listed by one statement each', async () => {
    const { project_id } = await project();
    const ctx = { principal: people.owner };
    const { project: scope } = await world.ask<{ project: object }>(
      'identity.project.access.v1',
      { id: project_id },
      ctx,
    );
    const lists = [
      projectUserOperations,
      projectCollaboratorOperations,
      projectGroupOperations,
      projectMemberOperations,
      subscriberOperations,
    ];
    for (const { list } of lists) {
      const { statements } = await world.counted(() =>
        world.ask(list.subject, { params: {} }, { ...ctx, project: scope as never }),
      );
      expect(statements).toHaveLength(1);
    }
  });
});
