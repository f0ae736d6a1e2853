import { existsSync } from 'node:fs';
import {
  artifactCalls,
  identityCalls,
  repositoryCalls,
  repositoryChanged,
  type ExistingProjects,
} from '@holdfast/contracts';
import { DomainError, type CallContext, type ProjectScope } from '@holdfast/kernel';
import { Creations } from '../placement/creations.js';
import { answer, call, errorsOf, ServiceWorld } from '../service-world.fixture.js';
import { PurgeService } from './purge.service.js';

// PostgreSQL and git themselves; the server's address comes from tools/test.
describe('a purge of repositories', () => {
  let world: ServiceWorld;
  let purges: PurgeService;
  let goneProjects: Set<string>;
  let away: string | undefined;
  let asked: string[];
  beforeAll(async () => {
    world = await ServiceWorld.start();
  });
  afterAll(() => world.end());

  beforeEach(() => {
    goneProjects = new Set();
    away = undefined;
    asked = [];
    purges = world.part(PurgeService);
    world.answering = async (subject: string, ctx: CallContext, input: never) => {
      asked.push(subject);
      if (subject === away) throw DomainError.unavailable('away');
      if (subject === identityCalls.existingProjects)
        return { projects: (input as ExistingProjects).projects.filter((uuid) => !goneProjects.has(uuid)) };
      if (subject === `${repositoryCalls.discard}.node-1`) return answer(purges.discard(ctx, input));
      return {};
    };
  });

  const scope = (ctx: CallContext) => ctx.project as ProjectScope;
  const purge = (ctx: CallContext, days: number, after?: string) =>
    answer(purges.run(ctx, { days, ...(after ? { after } : {}) }));
  const deactivated = async (ctx: CallContext, id: string, type = 'git') => {
    const { repository } = await world.repository(ctx, { id, type });
    await answer(world.repositories.delete(ctx, call({ params: { repository_id: id } })));
    return repository;
  };

  it('removes what was deactivated long enough ago, row and directory, and tells of it', async () => {
    const ctx = world.project();
    const { repository: active } = await world.repository(ctx, { id: 'active', type: 'git' });
    const gone = await deactivated(ctx, 'gone');
    await world.source.query('insert into repository.protected_branch values ($1, $2)', [gone.uuid, 'main']);
    expect(await purge(ctx, 1)).toEqual({ repositories: 0, left: 0 });
    expect(existsSync(world.placement.directory(gone))).toBe(true);

    const told = world.events.length;
    expect(await purge(ctx, 0)).toEqual({ repositories: 1, left: 0 });
    expect(existsSync(world.placement.directory(gone))).toBe(false);
    expect(await world.store.findByUuid(gone.uuid)).toBeUndefined();
    // What a loss of power brings back has no row, and is found.
    expect(await world.placement.pending(Infinity)).toContainEqual({ uuid: gone.uuid, type: 'git' });
    await world.part(Creations).sweep(Infinity);
    expect(await world.placement.pending(Infinity)).toEqual([]);
    const flags: unknown[] = await world.source.query(
      'select from repository.protected_branch where repository = $1',
      [gone.uuid],
    );
    expect(flags).toEqual([]);
    const event = { project: scope(ctx).uuid, repository: gone.uuid };
    expect(world.events.slice(told)).toEqual([{ subject: repositoryChanged, event }]);
    expect(existsSync(world.placement.directory(active))).toBe(true);
    expect(await world.store.findByUuid(active.uuid)).toBeDefined();
  });

  it('removes all of a project that is no more, and the files of artifact repositories first', async () => {
    const ctx = world.project();
    const { repository: code } = await world.repository(ctx, { id: 'code', type: 'git' });
    const { repository: jars } = await world.repository(ctx, { id: 'jars', type: 'maven' });
    goneProjects.add(scope(ctx).uuid);
    away = artifactCalls.purge;
    expect(await purge(ctx, 36_500)).toEqual({ repositories: 1, left: 1 });
    expect(await world.store.findByUuid(code.uuid)).toBeUndefined();
    expect(await world.store.findByUuid(jars.uuid)).toBeDefined();
    away = undefined;
    expect(await purge(ctx, 36_500)).toEqual({ repositories: 1, left: 0 });
    expect(asked).toContain(artifactCalls.purge);
    expect(await world.store.findByUuid(jars.uuid)).toBeUndefined();
  });

  it('removes nothing while identity cannot say which projects there are', async () => {
    const ctx = world.project();
    const gone = await deactivated(ctx, 'gone');
    away = identityCalls.existingProjects;
    expect(await errorsOf(purges.run(ctx, { days: 0 }) as Promise<unknown>)).toBe('unavailable');
    expect(await world.store.findByUuid(gone.uuid)).toBeDefined();
  });

  it('goes on after the repository that it is told', async () => {
    const ctx = world.project();
    const [one, other] = [await deactivated(ctx, 'one'), await deactivated(ctx, 'other')];
    const [first, second] = [one.uuid, other.uuid].sort();
    expect((await purge(ctx, 0, first)).repositories).toBeGreaterThan(0);
    expect(await world.store.findByUuid(first)).toBeDefined();
    expect(await world.store.findByUuid(second)).toBeUndefined();
  });

  it.each([-1, 1.5, 40_000])('refuses %s days', async (days) => {
    expect(await errorsOf(purges.run(world.project(), { days }) as Promise<unknown>)).toEqual({
      days: { invalid: true },
    });
  });
});
