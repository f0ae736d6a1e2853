import { jest } from '@jest/globals';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { repositoryChanged, type Standing, type StandingAnswer } from '@holdfast/contracts';
import { wholeList, type CallContext, type ProjectScope, type RepositoryScope } from '@holdfast/kernel';
import { lockIds } from '../catalogue/repository.query.js';
import { repositoryCalls } from '../repository/repository-calls.fixture.js';
import { answer, call, errorsOf, ServiceWorld } from '../service-world.fixture.js';
import { ForkService } from './fork.service.js';

type At = CallContext & { repository: RepositoryScope };

// PostgreSQL and git themselves; the server's address comes from tools/test.
describe('forks', () => {
  let world: ServiceWorld;
  let calls: ReturnType<typeof repositoryCalls>;
  /** As identity has them now. */
  const projects = new Map<string, ProjectScope>();
  /** What the ledger says to whoever wants room. */
  let ledger: object;
  beforeAll(async () => {
    world = await ServiceWorld.start();
    calls = repositoryCalls(world);
  });
  afterAll(() => world.end());
  beforeEach(() => {
    projects.clear();
    ledger = { held: 1 << 30 };
    world.answering = (subject, _ctx, input) => {
      if (subject.includes('storage')) return ledger;
      if (subject.includes('project.visible')) return { projects: [...projects.values()], more: false };
      return standing(input);
    };
  });
  afterEach(() => jest.restoreAllMocks());

  const standing = ({ project, named }: Standing): StandingAnswer => {
    const all = [...projects.values()];
    const found = all.find(({ uuid, id }) => uuid === (project ?? named) || id === named);
    return { caller: caller.principal, ...(found ? { project: found } : {}) };
  };
  let caller: CallContext;
  /** A project that everybody knows by this id. */
  const project = (id: string, own: Partial<ProjectScope> = {}): CallContext => {
    const ctx = world.project(['admin'], { id, ...own });
    projects.set(id, ctx.project as ProjectScope);
    caller = ctx;
    return ctx;
  };
  const filled = async (ctx: CallContext, id = 'code'): Promise<At> => {
    const at = await world.repository(ctx, { id, type: 'git', description: 'd', default_identifier: 'work' });
    const first = await world.commit(at, 1_700_000_000);
    await world.refs(at, { work: first, topic: await world.commit(at, 1_700_000_001, first) });
    return at;
  };
  const fork = (at: CallContext, body: object) =>
    world.part(ForkService).fork(at, call({ params: {}, body: body as never }));
  const branches = async (at: At) => {
    const { results } = await answer(world.branches.list(at, call()));
    return Object.fromEntries(results.map(({ id, commit }) => [id, commit]));
  };
  const directories = async (): Promise<string[]> =>
    (await readdir(world.data, { recursive: true })).filter((name) => /\.git$|\.new$/.test(name)).sort();
  /** What is refused leaves nothing. */
  const refused = async (at: CallContext, body: object) => {
    const before = await directories();
    const errors = await errorsOf(fork(at, body));
    expect(await directories()).toEqual(before);
    expect(await readdir(join(world.data, 'pending')).catch(() => [])).toEqual([]);
    return errors;
  };

  it('are repositories of their own, in the project that was named by its id or uuid', async () => {
    const target = project('target');
    const at = await filled(project('demo'));
    const made = await answer(fork(at, { project: 'target', id: 'mine/code' }));
    expect(made).toMatchObject({
      ...{ id: 'mine/code', type: 'git', default_identifier: 'work', description: 'd', properties: {} },
      http_url: 'http://code.example.com/acme/projects/target/repositories/git/mine/code',
      forked_from: { id: 'code', uuid: at.repository.uuid },
      project: { id: 'target', uuid: target.project?.uuid },
    });
    expect(made.storage_used).toBeGreaterThan(300);
    const there = await world.below(target, 'mine/code');
    expect(await branches(there)).toEqual(await branches(at));
    await stat(world.placement.directory(there.repository));
    expect(
      await answer(world.repositories.show(target, call({ params: { repository_id: made.uuid } }))),
    ).toEqual(made);
    expect(world.events.at(-1)).toEqual({
      subject: repositoryChanged,
      event: { project: target.project?.uuid, repository: made.uuid },
    });
    const records = (await world.outbox.pending({ collected: [] })).records.filter(
      ({ operation }) => operation === 'repository.fork',
    );
    expect(records).toMatchObject([
      {
        target: { id: 'mine/code', uuid: made.uuid, project: { id: 'target' } },
        detail: { forked_from: 'demo/code' },
      },
    ]);
    const again = await answer(fork(at, { project: { uuid: target.project?.uuid }, id: 'second' }));
    expect(again.forked_from).toEqual(made.forked_from);
  });

  it('are not made where anything is wrong, and all of it is told', async () => {
    project('open', { visibility: 'company' });
    project('guests', { roles: ['guest'] });
    project('strange', { roles: [] });
    const at = await filled(project('demo'));
    expect(await refused(at, {})).toEqual({ project: { empty: true }, id: { empty: true } });
    expect(await refused(at, { project: 'none', id: 'x' })).toEqual({
      project: { not_found: true },
      id: { minimum: 2 },
    });
    expect(await refused(at, { project: 'demo', id: 'a..b' })).toEqual({ id: { invalid: true } });
    expect(await refused(at, { project: 'none', id: 'a..b' })).toEqual({
      project: { not_found: true },
      id: { invalid: true },
    });
    expect(await refused(at, { project: 'demo', id: 'code' })).toEqual({ id: { reserved: true } });
    expect(await refused(at, { project: 'demo', id: 'code/x' })).toEqual({ id: { reserved: true } });
    expect(await refused(at, { project: 'strange', id: 'x1' })).toEqual({ project: { not_found: true } });
    expect(await refused(at, { project: 'guests', id: 'x1' })).toBe('forbidden');
    expect(await refused(at, { project: 'open', id: 'x1' })).toEqual({ project: { invalid: true } });
  });

  it('are made of a kind that can, and of what is active', async () => {
    const ctx = project('demo');
    const jars = await world.repository(ctx, { id: 'jars', type: 'maven' });
    expect(await refused(jars, { project: 'demo', id: 'x1' })).toEqual({ repository: { invalid: true } });
    const at = await filled(ctx);
    await calls.remove(ctx, 'code');
    const gone = await world.below(ctx, 'code-1');
    const locked = { id: { locked: true } };
    expect(await refused(gone, { project: 'demo', id: 'x1' })).toEqual(locked);
    // Who asks has not heard of it.
    expect(await refused(at, { project: 'demo', id: 'x1' })).toEqual(locked);
  });

  it('are not entered when the source, the right or the id is gone by then', async () => {
    const ctx = project('demo');
    const target = project('target');
    const at = await filled(ctx);
    const kind = world.types.of('git').vcs;
    if (!kind) throw new Error('no kind');
    const original = kind.fork?.bind(kind);
    const meanwhile = (happens: () => unknown): void => {
      jest.spyOn(kind, 'fork').mockImplementation(async (...asked) => {
        await original?.(...asked);
        await happens();
      });
    };
    meanwhile(() =>
      projects.set('target', { ...(projects.get('target') as ProjectScope), roles: ['master'] }),
    );
    expect(await refused(at, { project: 'target', id: 'x1' })).toBe('forbidden');
    projects.set('target', target.project as ProjectScope);
    meanwhile(() => projects.set('demo', { ...(projects.get('demo') as ProjectScope), roles: [] }));
    expect(await refused(at, { project: 'target', id: 'x1' })).toBe('not_found');
    projects.set('demo', ctx.project as ProjectScope);
    meanwhile(() => answer(calls.create(ctx, { id: 'x1', type: 'maven' })));
    expect(await refused(at, { project: 'demo', id: 'x1' })).toEqual({ id: { reserved: true } });
    meanwhile(() => calls.remove(ctx, 'code'));
    expect(await refused(at, { project: 'demo', id: 'x2' })).toEqual({ id: { locked: true } });
  });

  // The account's own changes had the turns for seconds, and the target is all that was judged behind them.
  it('are not entered when the right to the source has ended while they waited for their turn', async () => {
    const ctx = project('demo');
    const target = project('target');
    const at = await filled(ctx);
    const holder = world.source.createQueryRunner();
    await holder.startTransaction();
    try {
      await lockIds(holder.manager, [target.project?.uuid ?? '']);
      const forking = refused(at, { project: 'target', id: 'x1' });
      await wait(500);
      projects.set('demo', { ...(projects.get('demo') as ProjectScope), roles: [], visibility: 'members' });
      await holder.rollbackTransaction();
      expect(await forking).toBe('not_found');
    } finally {
      await holder.release();
    }
  });

  it('need room under the storage limits of the project to which they go', async () => {
    const limited = project('limited', { storageLimit: 100 });
    const at = await filled(project('demo'));
    ledger = { refused: 'project', limit: 100 };
    expect(await refused(at, { project: 'limited', id: 'x1' })).toBe('storage_full');
    const asked: { place: { project: string }; fit: number }[] = [];
    world.answering = (subject, _ctx, input: never) => {
      if (!subject.includes('storage')) return standing(input);
      if (subject.includes('lease')) asked.push(input);
      return { held: 1 << 30 };
    };
    const made = await answer(fork(at, { project: 'limited', id: 'x1' }));
    expect(asked).toMatchObject([{ place: { project: limited.project?.uuid }, fit: made.storage_used }]);
  });

  it('say what they were made out of to those who may know it, as it is called now', async () => {
    const source = project('demo');
    const at = await filled(source);
    const target = project('target');
    const { uuid } = await answer(fork(at, { project: 'target', id: 'mine' }));
    const shown = async (): Promise<unknown[]> => {
      const { results } = await answer(world.repositories.list(target, call({ list: wholeList })));
      const expanded = await answer(world.children.expand(target, { object: 'repository', uuids: [uuid] }));
      const view = expanded[uuid] as { forked_from: unknown };
      return [(await calls.show(target, 'mine')).forked_from, results[0].forked_from, view.forked_from];
    };
    const known = { id: 'code', uuid: at.repository.uuid };
    expect(await shown()).toEqual([known, known, known]);
    expect((await answer(calls.update(target, 'mine', { description: 'x' }))).forked_from).toEqual(known);
    const demo = projects.get('demo') as ProjectScope;
    projects.delete('demo');
    expect(await shown()).toEqual([null, null, null]);
    expect((await answer(calls.update(target, 'mine', { description: 'y' }))).forked_from).toBeNull();
    projects.set('demo', demo);
    await calls.remove(source, 'code');
    const renamed = { ...known, id: 'code-1' };
    expect(await shown()).toEqual([renamed, renamed, renamed]);
    await world.source.query('delete from repository.repository where uuid = $1', [at.repository.uuid]);
    expect(await shown()).toEqual([null, null, null]);
    expect((await calls.remove(target, 'mine')).forked_from).toBeNull();
  });
});
