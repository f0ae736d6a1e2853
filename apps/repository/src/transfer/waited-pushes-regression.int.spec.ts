import { setTimeout as wait } from 'node:timers/promises';
import { standingOf } from '@holdfast/contracts';
import type { CallContext, ProjectScope, RepositoryScope } from '@holdfast/kernel';
import type { RefUpdate } from '@holdfast/vcs-spi';
import { answer, call, caller, ServiceWorld } from '../service-world.fixture.js';

type At = CallContext & { repository: RepositoryScope };

/**
 * Pushes waited for others of the same branch, or for what they force; meanwhile the rights of who sent them ended, and
 * they landed all the same.
 */
describe('the decision about a push that waited', () => {
  let world: ServiceWorld;
  let ctx: At;
  let commit: string;
  let later: string;
  beforeAll(async () => {
    world = await ServiceWorld.start();
  });
  afterAll(() => world.end());
  beforeEach(async () => {
    ctx = await world.repository(world.project(), { id: 'code', type: 'git' });
    commit = await world.commit(ctx, 100);
    later = await world.commit(ctx, 200, commit);
    await world.refs(ctx, { main: commit, topic: commit });
    stands('admin');
  });

  const ada = caller('ada');
  const stands = (...roles: ('admin' | 'guest' | 'developer')[]): void => {
    world.identity = { project: { ...(ctx.project as ProjectScope), roles }, caller: ada };
  };
  let pushes = 0;
  const pushOf = (name: string, forced = (): Promise<void> => Promise.resolve()) => {
    const update: RefUpdate = { ref: `refs/heads/${name}`, sort: 'branch', name, old: commit, new: later };
    const told = {
      ...{ id: `push-${(pushes += 1)}`, kind: 'git', directory: '', repository: ctx.repository.uuid },
      principal: { requestId: 'test', standing: standingOf(ada, ctx.project) },
      ...{ updates: [update], options: [] },
    };
    let looks = 0;
    const decide = (updates = told.updates) => {
      const decision = world.decisions.decide({
        ...{ ...told, updates },
        deadline: Date.now() + 30_000,
        forced: async () => {
          looks += 1;
          await forced();
          return new Set<string>();
        },
      });
      return decision.finally(() => world.pushes.follow(ctx.repository.uuid));
    };
    const end = () => world.decisions.ended({ ...told, accepted: true, changed: true });
    return { decide, end, looks: () => looks };
  };
  const protect = () =>
    answer(world.branches.update(ctx, call({ params: { id: 'topic' }, body: { protected: true } })));

  /** What is decided about a push that waits for another one, at whose end this is done. */
  const behindAnother = async (meanwhile: () => unknown) => {
    const first = pushOf('topic');
    expect(await first.decide()).toEqual({ accepted: true });
    const second = pushOf('topic').decide();
    await wait(300);
    await meanwhile();
    await first.end();
    return second;
  };

  it('is made by the rights of the moment in which it need not wait for another one any more', async () => {
    expect(await behindAnother(() => stands('guest'))).toMatchObject({
      reasons: [{ name: 'topic', rule: 'write_missing' }],
    });
    stands('admin');
    expect(await behindAnother(() => (world.identity = {}))).toMatchObject({
      reasons: [{ rule: 'write_missing' }],
    });
    stands('admin');
    expect(await behindAnother(() => undefined)).toEqual({ accepted: true });
  });

  it('is no for a repository that was deactivated, or follows another one, meanwhile', async () => {
    const set = (column: string) => () =>
      world.source.query(`update repository.repository set ${column} where uuid = $1`, [ctx.repository.uuid]);
    expect(await behindAnother(set(`mirror = 'pull'`))).toMatchObject({
      reasons: [{ reason: 'this repository follows another one: push there' }],
    });
    await set('mirror = null')();
    expect(await behindAnother(set('deleted_at = now()'))).toMatchObject({
      reasons: [{ reason: 'the repository is deactivated' }],
    });
  });

  it('is no for a push that is counted under no storage limit, where one was set meanwhile', async () => {
    const limited = () =>
      world.source.query(`update repository.repository set storage_limit = 5 where uuid = $1`, [
        ctx.repository.uuid,
      ]);
    expect(await behindAnother(limited)).toMatchObject({
      reasons: [{ reason: 'a storage limit was set or lowered meanwhile: try it again' }],
    });
  });

  it('is waited for by who protects a branch for which clients would take a tag of it', async () => {
    const told = pushOf('topic');
    const tag = { ref: 'refs/tags/topic', sort: 'tag' as const, name: 'topic', new: commit };
    expect(await told.decide([tag])).toEqual({ accepted: true });
    let isProtected = false;
    const protecting = protect().then(() => (isProtected = true));
    await wait(300);
    expect(isProtected).toBe(false);
    await told.end();
    await protecting;
    expect(
      await pushOf('topic').decide([{ ...tag, ref: 'refs/tags/origin/topic', name: 'origin/topic' }]),
    ).toEqual({
      accepted: true,
    });
  });

  it('is made by the rights of the moment in which it is known what is forced, which is looked at once', async () => {
    await protect();
    const push = pushOf('topic', async () => {
      await wait(300);
      stands('developer');
    });
    expect(await push.decide()).toMatchObject({ reasons: [{ rule: 'protected_push' }] });
    stands('admin');
    const other = pushOf('topic', () => wait(300));
    expect(await other.decide()).toEqual({ accepted: true });
    expect(other.looks()).toBe(1);
    await other.end();
  });
});
