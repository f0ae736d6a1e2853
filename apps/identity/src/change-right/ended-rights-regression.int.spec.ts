import { setTimeout as wait } from 'node:timers/promises';
import {
  groupMemberOperations,
  groupOperations,
  identityCalls,
  projectGroupOperations,
  projectOperations,
  projectUserOperations,
  sessionOperations,
  userOperations,
  type Authenticated,
  type CallInput,
  type OperationContract,
  type ProjectAccessAnswer,
} from '@holdfast/contracts';
import { sha256, type CallContext, type JsonObject, type Principal } from '@holdfast/kernel';
import { codeOf, IdentityWorld, type AnyView } from '../identity-world.fixture.js';

const password = 'Secret123';
const params = { project_id: 'demo' };

/**
 * Requests wait for a row; meanwhile the rights of who sent them end, and that is acknowledged. Then the row is free:
 * each of them was carried out with the rights of before.
 */
describe('what waited inside the service while the rights of its caller ended', () => {
  let world: IdentityWorld;
  let admin: Principal;
  let companyKey: string;
  let project: AnyView;
  beforeAll(async () => {
    world = await IdentityWorld.start();
    ({ admin, company_key: companyKey } = await world.company('acme'));
    project = await world.run(projectOperations.create, admin, { body: { id: 'demo', name: 'Demo' } });
    await world.run(groupOperations.create, admin, { body: { id: 'chiefs', name: 'Chiefs' } });
    const body = { id: 'chiefs', role: 'admin' };
    await world.run(projectGroupOperations.create, admin, { params, body });
    await user('gina');
    await world.run(projectUserOperations.create, admin, { params, body: { id: 'gina', role: 'guest' } });
  });
  afterAll(() => world.end());

  const user = (id: string, more: JsonObject = {}) =>
    world.run(userOperations.create, admin, {
      body: { id, email: `${id}@example.com`, password, ...more },
    });
  const inGroup = (id: string) =>
    world.run(groupMemberOperations.create, admin, {
      params: { group_id: 'chiefs' },
      body: { id, role: 'member' },
    });
  const opened = async (login: string): Promise<{ key: string; principal: Principal }> => {
    const body = { company: 'acme', login, password };
    const { account_key: key } = await world.run<{ account_key: string }>(
      sessionOperations.create,
      undefined,
      {
        body,
      },
    );
    const asked = { companyKey, accountKeyHash: sha256(key) };
    const { principal } = await world.ask<Authenticated>(identityCalls.authenticate, asked);
    if (!principal) throw new Error('nobody was authenticated');
    return { key, principal };
  };
  /** The context with which the gateway lets him in now. */
  const letIn = async (principal: Principal): Promise<Partial<CallContext>> => {
    const ctx = { principal, admitted: Date.now(), address: '192.0.2.1' };
    const { project } = await world.ask<ProjectAccessAnswer>(
      identityCalls.projectAccess,
      { id: 'demo' },
      ctx,
    );
    return { ...ctx, ...(project ? { project } : {}) };
  };
  const promote: Partial<CallInput> = { params: { ...params, id: 'gina' }, body: { role: 'admin' } };
  const roleOfGina = async () =>
    (await world.run(projectUserOperations.show, admin, { params: { ...params, id: 'gina' } })).role;

  /**
   * Has `many` requests wait for the row of the project while `ends` happens, for longer than an admission lasts; or
   * for so long (ms).
   */
  const whileHeld = async (
    ctx: Partial<CallContext>,
    [operation, input]: [OperationContract, Partial<CallInput>],
    ends: () => Promise<unknown>,
    many = 1,
    held = 400,
  ): Promise<Promise<string>[]> => {
    const holder = world.source.createQueryRunner();
    await holder.startTransaction();
    let asked: Promise<string>[];
    try {
      await holder.query('select 1 from project where uuid = $1 for update', [project.uuid]);
      asked = Array.from({ length: many }, () => {
        const call = world.ask(operation.subject, { params: {}, ...input }, { ...ctx });
        return codeOf(call).catch(() => 'done');
      });
      await wait(held / 4);
      await ends();
      await wait((held * 3) / 4);
    } finally {
      await holder.rollbackTransaction();
      await holder.release();
    }
    return asked;
  };
  const outcome = async (...args: Parameters<typeof whileHeld>): Promise<string[]> =>
    [...new Set(await Promise.all(await whileHeld(...args)))].sort();
  const putGina: [OperationContract, Partial<CallInput>] = [projectUserOperations.update, promote];

  it('is done where nothing has ended', async () => {
    await user('loyal');
    await inGroup('loyal');
    const ctx = await letIn((await opened('loyal')).principal);
    const demoted: Partial<CallInput> = { ...promote, body: { role: 'developer' } };
    expect(await outcome(ctx, [projectUserOperations.update, demoted], () => wait(0))).toEqual(['done']);
    expect(await roleOfGina()).toBe('developer');
  });

  it('is not done where the account was deactivated', async () => {
    await user('leaver');
    await inGroup('leaver');
    const ctx = await letIn((await opened('leaver')).principal);
    const ends = () => world.run(userOperations.delete, admin, { params: { id: 'leaver' } });
    expect(await outcome(ctx, putGina, ends)).toEqual(['unauthenticated']);
    expect(await roleOfGina()).toBe('developer');
  });

  // With a few requests in flight he took back each time what had been taken from him.
  it('is not done where it was let in a moment before', async () => {
    await user('sudden');
    await inGroup('sudden');
    const ctx = await letIn((await opened('sudden')).principal);
    const ends = () =>
      world.source.query("update account set deleted_at = now() where id = 'sudden' and company_uuid = $1", [
        admin.company.uuid,
      ]);
    expect(await outcome(ctx, putGina, ends, 1, 20)).toEqual(['unauthenticated']);
    expect(await roleOfGina()).toBe('developer');
  });

  it('is not done where the session was ended', async () => {
    await user('logger');
    await inGroup('logger');
    const { key, principal } = await opened('logger');
    const ctx = await letIn(principal);
    const ends = () => world.run(sessionOperations.delete, undefined, { params: { id: key } });
    expect(await outcome(ctx, putGina, ends)).toEqual(['unauthenticated']);
    expect(await roleOfGina()).toBe('developer');
  });

  it('is not done where the role was lost, nor where a company admin was demoted', async () => {
    await user('chief');
    await inGroup('chief');
    const chief = await letIn((await opened('chief')).principal);
    const left = () =>
      world.run(groupMemberOperations.delete, admin, { params: { group_id: 'chiefs', id: 'chief' } });
    expect(await outcome(chief, putGina, left)).toEqual(['forbidden']);
    await user('boss', { company_admin: true });
    const boss = await letIn((await opened('boss')).principal);
    const demoted = () =>
      world.run(userOperations.update, admin, { params: { id: 'boss' }, body: { company_admin: false } });
    expect(await outcome(boss, putGina, demoted)).toEqual(['forbidden']);
    expect(await roleOfGina()).toBe('developer');
  });

  // More than there are connections: what says who he is now must not wait for one of those.
  it('is not done either where it waited for a connection', async () => {
    await user('crowd');
    await inGroup('crowd');
    const ctx = await letIn((await opened('crowd')).principal);
    const holder = world.source.createQueryRunner();
    await holder.connect();
    try {
      const deactivating = () =>
        holder.query('update account set deleted_at = now() where uuid = $1', [ctx.principal?.account.uuid]);
      expect(await outcome(ctx, putGina, deactivating, 30)).toEqual(['unauthenticated']);
    } finally {
      await holder.release();
    }
    expect(await roleOfGina()).toBe('developer');
  });

  it('is done where it ends the rights of its own caller', async () => {
    await user('resigns');
    await world.run(projectUserOperations.create, admin, { params, body: { id: 'resigns', role: 'admin' } });
    const { principal } = await opened('resigns');
    const ctx = { ...(await letIn(principal)), admitted: Date.now() - 5_000 };
    const leaving = { params: { ...params, id: 'me' } };
    await world.ask(projectUserOperations.delete.subject, leaving, ctx);
    const own = { principal, admitted: Date.now() - 5_000 };
    const other = { params: { id: 'me' }, body: { password: 'Another234' } };
    await world.ask(userOperations.update.subject, other, own);
    expect(await codeOf(world.ask(userOperations.update.subject, other, { ...own }))).toBe('unauthenticated');
  });

  it('is asked about however short a time ago somebody was let in', async () => {
    await user('quick');
    await inGroup('quick');
    const ctx = await letIn((await opened('quick')).principal);
    const put = (role: string, admitted?: number) =>
      world.counted(() =>
        world.ask(
          projectUserOperations.update.subject,
          { ...promote, body: { role } },
          {
            ...ctx,
            admitted,
          },
        ),
      );
    const usual = (await put('guest')).statements;
    const now = (await put('developer', Date.now())).statements;
    const old = (await put('guest', Date.now() - 1_000)).statements;
    expect([now.length, old.length].map((count) => count - usual.length)).toEqual([2, 2]);
  });
});
