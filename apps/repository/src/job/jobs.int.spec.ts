import { randomUUID } from 'node:crypto';
import { auditedBy } from '@holdfast/contracts';
import { DomainError, type RepositoryScope } from '@holdfast/kernel';
import { VcsRefusal } from '@holdfast/vcs-spi';
import { RepositoryStore } from '../catalogue/repository.store.js';
import { Placement } from '../placement/placement.js';
import { answer, errorsOf, ServiceWorld } from '../service-world.fixture.js';
import { held, untilAborted } from './held-work.fixture.js';
import { JobBell } from './job-bell.js';
import { JobFailure, JobKinds, type JobAtWork, type JobKind } from './job-kinds.js';
import { JobLanes } from './job-lanes.js';
import { JobRunner } from './job-runner.js';
import { JobService } from './job.service.js';
import { JobStore } from './job.store.js';
import { Jobs } from './jobs.js';

// PostgreSQL itself; the server's address comes from tools/test.
describe('jobs', () => {
  let world: ServiceWorld;
  let jobs: Jobs;
  let repository: RepositoryScope;
  let count = 0;
  beforeAll(async () => {
    world = await ServiceWorld.start();
    jobs = world.part(Jobs);
  });
  afterAll(() => world.end());
  beforeEach(async () => {
    repository = await fresh();
  });

  const fresh = async (): Promise<RepositoryScope> =>
    (await world.repository(world.project(), { id: `r${(count += 1)}`, type: 'git' })).repository;

  /** A kind of its own, with what does it. */
  const kindOf = (work: (job: JobAtWork<string>) => Promise<string>): JobKind<string, string> => {
    const kind = { name: `try_${randomUUID()}` };
    world.part(JobKinds).add(kind, work);
    return kind;
  };
  const ask = async (kind: JobKind<string, string>, payload = 'p', uuid = repository.uuid) => {
    const job = await jobs.ask(kind, { repository: uuid, payload });
    if (!job) throw new Error('there is no such repository');
    return job;
  };
  const latest = async (kind: JobKind<string, string>, uuid = repository.uuid) => {
    const job = await jobs.latest(kind, uuid);
    if (!job) throw new Error('there is no job');
    return job;
  };
  const idle = () => world.part(JobRunner).idle();
  /** Another process of the node. */
  const otherRunner = () =>
    new JobRunner(
      ...([world.part(JobStore), world.part(JobKinds), new JobLanes({ jobs: 4, elsewhere: 4 })] as const),
      ...([world.part(RepositoryStore), world.part(Placement), world.part(JobBell)] as const),
    );

  it('are done with what was asked, and say what came of them', async () => {
    const seen: unknown[] = [];
    const kind = kindOf((job) => {
      const { payload, attempt, askedBy } = job;
      seen.push({ payload, attempt, askedBy, repository: job.repository.uuid });
      job.tell({ percent: 150, doing: 'half of it' });
      return Promise.resolve('found');
    });
    const asked = await ask(kind);
    expect(asked).toMatchObject({ state: 'queued', fresh: true, node: 'node-1' });
    await idle();
    expect(seen).toEqual([{ payload: 'p', attempt: 1, askedBy: null, repository: repository.uuid }]);
    expect(await latest(kind)).toMatchObject({
      ...{ uuid: asked.uuid, state: 'done', result: 'found', percent: 100, error: null, runner: null },
    });
    expect(await jobs.ask(kind, { repository: randomUUID(), payload: 'p' })).toBeUndefined();
  });

  it('of one repository wait for each other, and one that waits stands for another of its kind', async () => {
    const [first, order] = [held(), [] as string[]];
    const slow = kindOf(async () => {
      first.begin();
      await first.finished;
      order.push('slow');
      return '';
    });
    const quick = kindOf(({ payload, repository: { uuid } }) => {
      order.push(uuid === repository.uuid ? payload : 'elsewhere');
      return Promise.resolve('');
    });
    await ask(slow);
    await first.begun;
    const waiting = await ask(quick, 'one');
    expect(await ask(quick, 'two')).toMatchObject({ uuid: waiting.uuid, payload: 'one', fresh: false });
    const other = await fresh();
    await ask(quick, 'other', other.uuid);
    while ((await latest(quick, other.uuid)).state !== 'done') await new Promise(setImmediate);
    expect(order).toEqual(['elsewhere']);
    first.finish();
    await idle();
    expect(order).toEqual(['elsewhere', 'slow', 'one']);
  });

  it('end when they are stopped, whether they wait or run', async () => {
    const work = held();
    const kind = kindOf(async (job) => {
      work.begin();
      return untilAborted(job);
    });
    const running = await ask(kind);
    await work.begun;
    const waiting = await ask(kind);
    expect(waiting.fresh).toBe(true);
    const service = world.part(JobService);
    const stop = (job: string) => service.stop(world.project(), { job }) as Promise<unknown>;
    await answer(stop(waiting.uuid));
    await answer(stop(running.uuid));
    await idle();
    const { jobs: listed, count: all } = await answer(
      service.list(world.project(), { jobs: [running.uuid, waiting.uuid] }),
    );
    expect(listed.map(({ state }) => state)).toEqual(['stopped', 'stopped']);
    expect(all).toBe(2);
    expect(listed[0]).toMatchObject({ kind: kind.name, repository: { id: repository.id, type: 'git' } });
    const { records } = await world.outbox.pending({ collected: [] });
    const stops = records.filter(({ operation }) => operation === 'operator.job.stop');
    expect(stops.map(({ target }) => target)).toMatchObject(
      [waiting, running].map(({ uuid }) => ({ type: 'job', id: kind.name, uuid })),
    );
    expect(stops.map((record) => auditedBy(record.operation))).toEqual(['repository', 'repository']);
    expect(await errorsOf(stop(running.uuid))).toBe('not_found');
    expect(await errorsOf(stop('x'))).toEqual({ job: { invalid: true } });
  });

  it('are begun again while a part is away, and fail for other reasons', async () => {
    const failures = [
      new VcsRefusal('unavailable', 'away'),
      DomainError.unavailable('away'),
      new Error('a secret'),
    ];
    const kind = kindOf(() => Promise.reject(failures.shift() ?? new JobFailure('it is too large')));
    for (const attempts of [1, 2]) {
      // Who asks while it waits has it done at once.
      await ask(kind);
      await idle();
      expect(await latest(kind)).toMatchObject({ state: 'queued', attempts, error: null });
      expect((await latest(kind)).dueAt.getTime()).toBeGreaterThan(Date.now());
    }
    await ask(kind);
    await idle();
    expect(await latest(kind)).toMatchObject({
      ...{ state: 'failed', attempts: 3, error: 'it failed on the server, whose log says why' },
    });
    await ask(kind);
    await idle();
    expect(await latest(kind)).toMatchObject({ state: 'failed', attempts: 1, error: 'it is too large' });
  });

  it('go on with the next process of the node, and the one before has no say any more', async () => {
    const [first, ends] = [held(), [] as string[]];
    const kind = kindOf(async (job) => {
      if (job.attempt > 1) return 'by the second';
      first.begin();
      await untilAborted(job).catch(() => ends.push('the first has ended'));
      return 'by the first';
    });
    await ask(kind);
    await first.begun;
    const other = otherRunner();
    await other.look();
    // Whichever of the two takes it.
    while ((await latest(kind)).state !== 'done') await new Promise(setImmediate);
    expect(await latest(kind)).toMatchObject({ state: 'done', result: 'by the second', attempts: 2 });
    await world.part(JobRunner).note();
    await idle();
    expect(ends).toEqual(['the first has ended']);
    expect(await latest(kind)).toMatchObject({ state: 'done', result: 'by the second' });
  });

  it('are put back by a process that ends in good order, as if they had not been begun', async () => {
    const work = held();
    const kind = kindOf(async (job) => {
      work.begin();
      return untilAborted(job);
    });
    const ending = otherRunner();
    await world.part(JobStore).enter({
      ...{ kind: kind.name, repository: repository.uuid, payload: 'p', askedBy: null },
      ...{ lowest: false, dueAt: new Date() },
    });
    await ending.look();
    await work.begun;
    await ending.onModuleDestroy();
    const row = await latest(kind);
    expect(row).toMatchObject({ state: 'queued', attempts: 0, runner: null });
    expect(await jobs.stop(row.uuid)).toBe(true);
  });

  it('fail when processes have died of them again and again', async () => {
    const begun: number[] = [];
    const kind = kindOf((job) => {
      begun.push(job.attempt);
      return untilAborted(job);
    });
    await ask(kind);
    const runners: JobRunner[] = [];
    for (let times = 0; times < 6; times += 1) {
      const runner = otherRunner();
      runners.push(runner);
      await runner.look();
    }
    expect(await latest(kind)).toMatchObject({
      state: 'failed',
      attempts: 5,
      error: 'it was cut off 5 times',
    });
    await Promise.all([world.part(JobRunner), ...runners].map((each) => each.note()));
    await Promise.all(runners.map((each) => each.idle()));
    await idle();
    expect(begun.sort()).toEqual([1, 2, 3, 4, 5]);
    // They would look for jobs of others.
    await Promise.all(runners.map((each) => each.onModuleDestroy()));
  });

  it('are forgotten a month after their end', async () => {
    const kind = kindOf(() => Promise.resolve(''));
    await ask(kind);
    await idle();
    const forget = () => world.part(JobStore).forgetOld();
    await forget();
    expect((await latest(kind)).state).toBe('done');
    await world.source.query(
      `update repository.job set ended_at = now() - interval '31 days' where kind = $1`,
      [kind.name],
    );
    await forget();
    expect(await jobs.latest(kind, repository.uuid)).toBeUndefined();
  });
});
