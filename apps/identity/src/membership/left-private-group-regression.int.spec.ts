import { setTimeout as wait } from 'node:timers/promises';
import {
  groupMemberOperations,
  groupOperations,
  projectGroupOperations as links,
  projectOperations,
  projectUserOperations,
  type CallInput,
  type OperationContract,
} from '@holdfast/contracts';
import type { CallContext, Principal, ProjectScope } from '@holdfast/kernel';
import { codeOf, IdentityWorld } from '../identity-world.fixture.js';

const params = { project_id: 'demo' };
const link = { params: { ...params, id: 'secret' } };

/** Somebody was taken out of a private group, or it was hidden from him, while what he asked for it waited. */
describe('roles of a private group, by who has just left it', () => {
  let world: IdentityWorld;
  let admin: Principal;
  let manager: Principal;
  let project: ProjectScope;
  beforeAll(async () => {
    world = await IdentityWorld.start();
    ({ admin } = await world.company('acme'));
    await world.users(admin, 'man');
    manager = await world.principal('acme', 'man');
    const { uuid } = await world.run(projectOperations.create, admin, { body: { id: 'demo', name: 'Demo' } });
    project = { uuid, id: 'demo', deleted: false, visibility: 'members', roles: ['manager'] };
    await world.run(projectUserOperations.create, admin, { params, body: { id: 'man', role: 'manager' } });
  });
  afterAll(() => world.end());
  beforeEach(async () => {
    const body = { id: 'secret', name: 'Secret', visibility: 'private' };
    await world.run(groupOperations.create, admin, { body });
    await join();
  });
  afterEach(() => world.run(groupOperations.delete, admin, { params: { group_id: 'secret' } }));

  const join = () =>
    world.run(groupMemberOperations.create, admin, {
      params: { group_id: 'secret' },
      body: { id: 'man', role: 'member' },
    });
  const leave = () =>
    world.run(groupMemberOperations.delete, admin, { params: { group_id: 'secret', id: 'man' } });
  const give = (role: string) => world.run(links.create, admin, { params, body: { id: 'secret', role } });
  const role = async (): Promise<unknown> => {
    const now = await world.list<{ role: string }>(links.list, admin, {}, params);
    return now.results.map((each) => each.role).join();
  };
  const show = (visibility: string) =>
    world.run(groupOperations.update, admin, { params: { group_id: 'secret' }, body: { visibility } });

  /** What comes of it where it waits for the row of the project while `ends` happens. */
  const outcome = async (
    operation: OperationContract,
    input: Partial<CallInput>,
    ends: () => Promise<unknown>,
  ): Promise<unknown> => {
    const holder = world.source.createQueryRunner();
    await holder.startTransaction();
    let answer: Promise<unknown>;
    try {
      await holder.query('select 1 from project where uuid = $1 for update', [project.uuid]);
      const ctx: Partial<CallContext> = { principal: manager, project, admitted: Date.now() };
      const call = world.ask<{ role: string }>(operation.subject, { params: {}, ...input }, ctx);
      const made = call.then((view) => view.role);
      answer = codeOf(made).catch(() => made);
      await wait(100);
      await ends();
    } finally {
      await holder.rollbackTransaction();
      await holder.release();
    }
    return answer;
  };
  const creating = { params, body: { id: 'secret', role: 'developer' } };
  const changing = { ...link, body: { role: 'developer' } };

  it('are not given', async () => {
    expect(await outcome(links.create, creating, leave)).toBe('not_found');
    expect(await role()).toBe('');
  });

  it('are not given where it has become private, nor taken', async () => {
    await leave();
    await show('public');
    expect(await outcome(links.create, creating, () => show('private'))).toBe('not_found');
    expect(await role()).toBe('');
    await give('guest');
    await show('public');
    expect(await outcome(links.delete, link, () => show('private'))).toBe('not_found');
    expect(await role()).toBe('guest');
  });

  it('are neither changed nor taken', async () => {
    await give('guest');
    expect(await outcome(links.update, changing, leave)).toBe('not_found');
    expect(await role()).toBe('guest');
    await join();
    expect(await outcome(links.delete, link, leave)).toBe('not_found');
    expect(await role()).toBe('guest');
  });

  it('are given, changed and taken by who is still in it, and answered as they were written', async () => {
    expect(await outcome(links.create, creating, () => wait(0))).toBe('developer');
    expect(await outcome(links.update, { ...link, body: { role: 'guest' } }, () => wait(0))).toBe('guest');
    expect(await outcome(links.delete, link, () => wait(0))).toBe('guest');
    expect(await role()).toBe('');
  });

  // The answer was read with the eyes of the caller, after the change: what took effect was 404.
  it('are answered as they were written where he leaves it with that', async () => {
    await world.source.query(`create function leaves() returns trigger language plpgsql as
      $$ begin delete from group_member; return null; end $$`);
    await world.source.query('create trigger leaves after insert on project_group execute function leaves()');
    try {
      expect(await outcome(links.create, creating, () => wait(0))).toBe('developer');
    } finally {
      await world.source.query('drop function leaves() cascade');
    }
  });
});
