import type { CallContext, RepositoryScope } from '@holdfast/kernel';
import { performing } from '@holdfast/platform/audit';
import { flipByte } from '@holdfast/vcs-spi/conformance';
import { JobRunner } from '../job/job-runner.js';
import { Jobs } from '../job/jobs.js';
import { answer, errorsOf, ServiceWorld } from '../service-world.fixture.js';
import { verifyJob } from './care-jobs.js';
import { CareService } from './care.service.js';
import { Scrub } from './scrub.js';

// PostgreSQL and git themselves; the server's address comes from tools/test.
describe('looking after repositories', () => {
  let world: ServiceWorld;
  let care: CareService;
  let count = 0;
  beforeAll(async () => {
    world = await ServiceWorld.start();
    care = world.part(CareService);
  });
  afterAll(() => world.end());

  /** A repository with a commit, and the context below it. */
  const filled = async () => {
    const ctx = await world.repository(world.project(), { id: `r${(count += 1)}`, type: 'git' });
    await world.refs(ctx, { main: await world.commit(ctx, 1_000_000_000) });
    return { ctx, repository: ctx.repository };
  };
  const directoryOf = (repository: RepositoryScope) => world.placement.directory(repository);
  const damage = (repository: RepositoryScope) =>
    flipByte(directoryOf(repository), /^objects\/[0-9a-f]{2}\/[0-9a-f]{38}$/);
  /** What the operator asks for, carried out. */
  const ask = async (ctx: CallContext, input: Parameters<CareService['ask']>[1]) => {
    const by = performing(ctx, {
      operation: 'operator.repository.care',
      object: 'repository',
      detail: () => ({}),
    });
    const asked = await answer(care.ask(by, input));
    await world.part(JobRunner).idle();
    return asked;
  };
  const verify = async (ctx: CallContext & { repository: RepositoryScope }) => {
    const place = { project: ctx.project?.uuid ?? '', repository: ctx.repository.id };
    await ask(ctx, { deed: 'verify', place });
    return world.part(Jobs).latest(verifyJob, ctx.repository.uuid);
  };
  const damaged = async () =>
    (await answer(care.damaged(world.project(), {}))).repositories.map(({ uuid }) => uuid);
  const events = async (repository: RepositoryScope): Promise<unknown[]> => {
    const rows: { event: string }[] = await world.source.query(
      `select event from repository.event_outbox where aggregate = $1 and subject like '%damaged%'`,
      [repository.uuid],
    );
    return rows.map(({ event }) => (JSON.parse(event) as { payload: unknown }).payload);
  };

  it('finds what is whole whole, and what is damaged so, tells of it once, and takes it back', async () => {
    const { ctx, repository } = await filled();
    expect(await verify(ctx)).toMatchObject({ state: 'done', result: { lines: [], count: 0 } });
    expect(await damaged()).not.toContain(repository.uuid);

    await damage(repository);
    const found = await verify(ctx);
    expect(found).toMatchObject({ state: 'done' });
    expect(found?.result?.count).toBeGreaterThan(0);
    await verify(ctx);
    expect(await damaged()).toEqual([repository.uuid]);
    expect(await events(repository)).toEqual([
      expect.objectContaining({ repository: { uuid: repository.uuid, id: repository.id, type: 'git' } }),
    ]);

    await damage(repository);
    expect(await verify(ctx)).toMatchObject({ result: { count: 0 } });
    expect(await damaged()).not.toContain(repository.uuid);
    expect(await events(repository)).toHaveLength(1);
  });

  it('sees where catalogue and directory do not agree, and changes neither', async () => {
    const { ctx, repository } = await filled();
    const kind = world.types.of('git').vcs;
    await kind?.open(directoryOf(repository)).setHead('elsewhere');
    expect(await verify(ctx)).toMatchObject({
      result: { lines: ['its default is elsewhere, and main in the catalogue'], count: 1 },
    });
    expect(await kind?.open(directoryOf(repository)).head()).toBe('elsewhere');
  });

  it('maintains what it is asked to, and all', async () => {
    const { ctx, repository } = await filled();
    const place = { project: ctx.project?.uuid ?? '', repository: repository.uuid };
    expect(await ask(ctx, { deed: 'maintain', place })).toMatchObject({ count: 1 });
    const states = async (): Promise<unknown> =>
      world.source.query('select state from repository.job where kind = $1 and repository = $2', [
        'maintain',
        repository.uuid,
      ]);
    expect(await states()).toEqual([{ state: 'done' }]);
    const { count: all } = await ask(ctx, { deed: 'maintain' });
    expect(all).toBe(count);
    expect(await states()).toEqual([{ state: 'done' }, { state: 'done' }]);
  });

  it('refuses what is not there, and what has no directory', async () => {
    const ctx = world.project();
    const { repository: jars } = await world.repository(ctx, { id: 'jars', type: 'maven' });
    const asked = (deed: string, repository: string) =>
      errorsOf(
        care.ask(ctx, {
          deed,
          place: { project: ctx.project?.uuid ?? '', repository },
        } as never),
      );
    expect(await asked('verify', 'nothing')).toBe('not_found');
    expect(await asked('verify', jars.id)).toBe('not_found');
    expect(await asked('toString', jars.id)).toEqual({ deed: { invalid: true } });
    expect(await errorsOf(care.damaged(ctx, { after: 'x' }) as Promise<unknown>)).toEqual({
      after: { invalid: true },
    });
  });

  it('looks by itself through what it has not seen longest, one at a time, and a damaged one not in a circle', async () => {
    const [first, second] = [await filled(), await filled()];
    await damage(first.repository);
    const age = (repository: RepositoryScope, days: number): Promise<unknown> =>
      world.source.query(
        'update repository.repository set checked_at = now() - make_interval(days => $2) where uuid = $1',
        [repository.uuid, days],
      );
    await age(first.repository, 50);
    await age(second.repository, 40);
    const scrub = world.part(Scrub);
    const day = 86_400_000;
    const at = (days: number) => Date.now() + days * day;
    expect(await scrub.look(at(0))).toBe(first.repository.uuid);
    await world.part(JobRunner).idle();
    expect(await damaged()).toContain(first.repository.uuid);
    const become = (state: string): Promise<unknown> =>
      world.source.query('update repository.job set state = $2 where repository = $1', [
        first.repository.uuid,
        state,
      ]);
    await become('running');
    expect(await scrub.look(at(20))).toBeUndefined();
    await become('done');
    // They are spread over the time.
    expect(await scrub.look(at(0.1))).toBeUndefined();
    expect(await scrub.look(at(20))).toBe(second.repository.uuid);
    await world.part(JobRunner).idle();
    expect(await scrub.look(at(40))).toBeUndefined();
  });
});
