import { identityCalls, standingOf, type AccountIds } from '@holdfast/contracts';
import type { CallContext, ProjectRole, ProjectScope, RepositoryScope } from '@holdfast/kernel';
import { changeTurns } from '@holdfast/platform/audit';
import type { LockQuestion, OngoingTransfer } from '@holdfast/vcs-spi';
import { jest } from '@jest/globals';
import { DataSource } from 'typeorm';
import { caller, ServiceWorld } from '../service-world.fixture.js';
import { PathLocks } from './path-locks.js';

type At = CallContext & { project: ProjectScope; repository: RepositoryScope };

// PostgreSQL itself; the server's address comes from tools/test.
describe('locks on paths', () => {
  const [ann, bob] = [caller('ann'), caller('bob')];
  const callers = [ann, bob];
  const roles: Record<string, ProjectRole[]> = {};
  let world: ServiceWorld;
  let ctx: At;
  let made = 0;
  beforeAll(async () => {
    world = await ServiceWorld.start();
    world.answering = (subject, _ctx, input: { account: string } & AccountIds) => {
      if (subject === identityCalls.accountIds)
        return {
          ids: Object.fromEntries(
            callers
              .filter(({ account }) => input.accounts.includes(account.uuid))
              .map(({ account }) => [account.uuid, account.id]),
          ),
        };
      const who = callers.find(({ account }) => account.uuid === input.account);
      const project = { ...ctx.project, roles: roles[who?.account.id ?? ''] ?? [] };
      return subject === identityCalls.standing ? { caller: who, project } : {};
    };
  });
  afterAll(() => world.end());
  beforeEach(async () => {
    ctx = (await world.repository(world.project(), { id: `r${(made += 1)}`, type: 'git' })) as At;
    Object.assign(roles, { ann: ['developer'], bob: ['developer'] });
    await world.outbox.pending({
      collected: (await world.outbox.pending({ collected: [] })).records.map(({ id }) => id),
    });
  });

  const ask = (who: typeof ann, question: LockQuestion, { repository } = ctx) => {
    const principal = { requestId: 'test', standing: standingOf(who, ctx.project), address: '10.0.0.1' };
    const transfer: OngoingTransfer = { kind: 'git', service: 'x', repository: repository.uuid, principal };
    return world.part(PathLocks).answer(transfer, question);
  };
  const lock = async (who: typeof ann, path: string): Promise<string> => {
    const answer = await ask(who, { ask: 'lock', path });
    if (!('locks' in answer)) throw new Error('not locked');
    return answer.locks[0].id;
  };
  const list = async (filter = {}, who = ann) => {
    const answer = await ask(who, { ask: 'list', filter: { limit: 100, ...filter } });
    return 'locks' in answer ? answer : undefined;
  };
  const unlock = (who: typeof ann, id: string, force = false) => ask(who, { ask: 'unlock', id, force });

  it('are held by one, whoever asks at the same time, and shown to all', async () => {
    const answers = await Promise.all(
      [ann, bob, ann, bob].map((who) => ask(who, { ask: 'lock', path: 'a' })),
    );
    expect(answers.filter((each) => 'locks' in each)).toHaveLength(1);
    expect(answers.filter((each) => 'held' in each)).toHaveLength(3);
    const [held] = (await list())?.locks ?? [];
    expect(held).toMatchObject({ path: 'a', own: held.owner === 'ann' });
    expect((await list({}, bob))?.locks).toEqual([{ ...held, own: held.owner === 'bob' }]);
    const other = (await world.repository(world.project(), { id: `other${made}`, type: 'git' })) as At;
    expect(await ask(ann, { ask: 'list', filter: { limit: 1 } }, other)).toEqual({ locks: [] });
    expect(await ask(ann, { ask: 'unlock', id: held.id, force: true }, other)).toMatchObject({
      refused: 'missing',
    });
  });

  it('are listed in parts, by path and by id', async () => {
    const ids = [await lock(ann, 'a'), await lock(bob, 'b'), await lock(ann, 'c')];
    const first = await list({ limit: 2 });
    expect([first?.locks.map(({ id }) => id), first?.more]).toEqual([ids.slice(0, 2), true]);
    const rest = await list({ limit: 2, after: ids[1] });
    expect([rest?.locks.map(({ path }) => path), rest?.more]).toEqual([['c'], undefined]);
    expect((await list({ path: 'b' }))?.locks.map(({ owner }) => owner)).toEqual(['bob']);
    expect((await list({ id: ids[2] }))?.locks.map(({ path }) => path)).toEqual(['c']);
    expect((await list({ id: 'x' }))?.locks).toEqual([]);
  });

  it('are taken away by who holds them, and by project admins with force', async () => {
    const [one, two, three] = [await lock(ann, 'a'), await lock(ann, 'b'), await lock(ann, 'c')];
    expect(await unlock(ann, one)).toMatchObject({ locks: [{ path: 'a', own: true }] });
    expect(await unlock(ann, one)).toMatchObject({ refused: 'missing' });
    expect(await unlock(bob, two)).toMatchObject({ refused: 'foreign' });
    expect(await unlock(bob, two, true)).toMatchObject({ refused: 'foreign' });
    roles.bob = ['master', 'manager'];
    expect(await unlock(bob, two, true)).toMatchObject({ refused: 'foreign' });
    roles.bob = ['admin'];
    expect(await unlock(bob, two)).toMatchObject({ refused: 'foreign' });
    expect(await unlock(bob, two, true)).toMatchObject({ locks: [{ path: 'b', own: false, owner: 'ann' }] });
    roles.ann = ['guest'];
    expect(await unlock(ann, three)).toMatchObject({ refused: 'denied' });
    expect(await ask(ann, { ask: 'lock', path: 'd' })).toMatchObject({ refused: 'denied' });
    expect((await list())?.locks.map(({ path }) => path)).toEqual(['c']);
  });

  it('are recorded with who made them and took them away, and go with their repository', async () => {
    const id = await lock(ann, 'a');
    roles.bob = ['admin'];
    await unlock(bob, id, true);
    await unlock(bob, id, true);
    await lock(ann, 'b');
    await ask(bob, { ask: 'lock', path: 'b' });
    const { records } = await world.outbox.pending({ collected: [] });
    const locks = records.filter(({ operation }) => operation.startsWith('path_lock.'));
    expect(locks.map(({ operation, account, detail }) => [operation, account?.id, detail])).toEqual([
      ['path_lock.create', 'ann', { path: 'a' }],
      ['path_lock.delete', 'bob', { path: 'a', holder: 'ann' }],
      ['path_lock.create', 'ann', { path: 'b' }],
    ]);
    expect(locks[0]).toMatchObject({
      ...{ address: '10.0.0.1', outcome: 'ok' },
      target: { type: 'path_lock', id, repository: { uuid: ctx.repository.uuid } },
    });
    await world.source.query('delete from repository.repository where uuid = $1', [ctx.repository.uuid]);
    expect((await list())?.locks).toEqual([]);
  });

  // Who waited for his turn kept the right that he had had before.
  it('are neither made nor taken away by who has lost the right when his turn comes', async () => {
    const id = await lock(ann, 'a');
    const turns = changeTurns(world.part(DataSource));
    const run = turns.run.bind(turns);
    const losing = jest.spyOn(turns, 'run').mockImplementation((ctx, work) => {
      roles.bob = ['developer'];
      roles.ann = ['guest'];
      return run(ctx, work);
    });
    roles.bob = ['admin'];
    expect(await unlock(bob, id, true)).toMatchObject({ refused: 'foreign' });
    roles.ann = ['developer'];
    expect(await ask(ann, { ask: 'lock', path: 'b' })).toMatchObject({ refused: 'denied' });
    losing.mockRestore();
    expect((await list())?.locks.map(({ path }) => path)).toEqual(['a']);
  });

  // They went past the turns of all other changes.
  it('are made and taken away in the turns of changes', async () => {
    const turns = jest.spyOn(changeTurns(world.part(DataSource)), 'run');
    const id = await lock(ann, 'a');
    await unlock(ann, id);
    expect(turns.mock.calls.map(([{ principal }]) => principal?.account.id)).toEqual(['ann', 'ann']);
    turns.mockRestore();
  });
});
