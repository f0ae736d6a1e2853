import { randomUUID } from 'node:crypto';
import type { RepositoryScope } from '@holdfast/kernel';
import { RepositoryStore } from '../catalogue/repository.store.js';
import { Placement } from '../placement/placement.js';
import { mirrorJob, importJob } from '../remote/remote-jobs.js';
import { ServiceWorld } from '../service-world.fixture.js';
import { untilAborted } from './held-work.fixture.js';
import { JobBell } from './job-bell.js';
import { JobKinds, type JobAtWork, type JobKind } from './job-kinds.js';
import { JobLanes } from './job-lanes.js';
import { JobRunner } from './job-runner.js';
import { JobStore } from './job.store.js';
import { Jobs } from './jobs.js';

/** Four servers that sent just enough bytes had all places of a node for half an hour. */
describe('servers that drip', () => {
  let world: ServiceWorld;
  let runner: JobRunner;
  let count = 0;
  const begun: string[] = [];
  /** Repositories (uuid) whose servers drip. */
  const dripping = new Set<string>();
  const kind = (isElsewhere: boolean): JobKind => {
    const made = { name: `try_${randomUUID()}`, isElsewhere };
    world.part(JobKinds).add(made, (job) => work(job));
    return made;
  };
  const work = async (job: JobAtWork<unknown>): Promise<string> => {
    const { uuid } = job.repository;
    begun.push(uuid);
    if (!dripping.has(uuid)) return 'done';
    job.crawls?.(true);
    return untilAborted(job);
  };
  beforeAll(async () => {
    world = await ServiceWorld.start();
    await world.part(JobRunner).onModuleDestroy();
    const lanes = new JobLanes({ jobs: 1, elsewhere: 4, patience: { first: 200, longest: 800 } });
    runner = new JobRunner(
      ...([world.part(JobStore), world.part(JobKinds), lanes] as const),
      ...([world.part(RepositoryStore), world.part(Placement), world.part(JobBell)] as const),
    );
  });
  afterEach(() => begun.splice(0));
  afterAll(async () => {
    await runner.onModuleDestroy();
    await world.end();
  });

  const repositoryOf = async (company: string): Promise<RepositoryScope> => {
    const { repository } = await world.repository(world.project(), { id: `r${(count += 1)}`, type: 'git' });
    await world.source.query('update repository.repository set company = $2 where uuid = $1', [
      repository.uuid,
      company,
    ]);
    return repository;
  };
  const enter = async ({ name }: JobKind, { uuid }: RepositoryScope): Promise<void> => {
    await world.part(JobStore).enter({
      ...{ kind: name, repository: uuid, payload: {}, askedBy: null },
      ...{ lowest: false, dueAt: new Date() },
    });
    await runner.look();
  };
  const until = async (isSo: () => Promise<boolean>): Promise<void> => {
    for (const end = Date.now() + 10_000; !(await isSo()); await new Promise((go) => setTimeout(go, 50)))
      if (Date.now() > end) throw new Error('it did not come to that');
      else await runner.note();
  };
  const drip = async (jobs: JobKind, company: string): Promise<RepositoryScope> => {
    const repository = await repositoryOf(company);
    dripping.add(repository.uuid);
    await enter(jobs, repository);
    return repository;
  };

  it('keep no other work waiting, have half of their places for a company, and go on in turns', async () => {
    const [elsewhere, here] = [kind(true), kind(false)];
    const stateOf = async (jobs: JobKind, { uuid }: RepositoryScope) =>
      (await world.part(Jobs).latest(jobs, uuid))?.state;
    const [one, other, third] = [randomUUID(), randomUUID(), randomUUID()];
    for (let times = 0; times < 3; times += 1) await drip(elsewhere, one);
    await until(() => Promise.resolve(begun.length === 2));
    for (let times = 0; times < 3; times += 1) await drip(elsewhere, other);
    await until(() => Promise.resolve(begun.length === 4));
    // What waits for nobody elsewhere has places of its own.
    const own = await repositoryOf(one);
    await enter(here, own);
    await until(async () => (await stateOf(here, own)) === 'done');
    // And what does gets the place of one that drips, though others of those wait for longer.
    const lively = await repositoryOf(third);
    await enter(elsewhere, lively);
    await until(async () => (await stateOf(elsewhere, lively)) === 'done');
    // Those have their turns, too, and none has failed by having given its place.
    await until(() => Promise.resolve(new Set(begun).size === 8));
    const states = await world.source.query<{ state: string; attempts: number }[]>(
      `select state, max(attempts) as attempts from repository.job where kind = $1 and state <> 'done' group by 1 order by 1`,
      [elsewhere.name],
    );
    expect(states).toEqual([
      { state: 'queued', attempts: 0 },
      { state: 'running', attempts: 1 },
    ]);
  });

  it('are those of imports and mirrors', () => {
    expect([importJob, mirrorJob].map(({ isElsewhere }) => isElsewhere)).toEqual([true, true]);
  });
});
