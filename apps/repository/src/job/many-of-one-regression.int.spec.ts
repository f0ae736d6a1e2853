import { randomUUID } from 'node:crypto';
import { RepositoryStore } from '../catalogue/repository.store.js';
import { Placement } from '../placement/placement.js';
import { ServiceWorld } from '../service-world.fixture.js';
import { JobBell } from './job-bell.js';
import { JobKinds } from './job-kinds.js';
import { JobLanes } from './job-lanes.js';
import { JobRunner } from './job-runner.js';
import { JobStore } from './job.store.js';

/** Eight imports from servers that drip, all of one account, kept a colleague's waiting for four minutes. */
describe('many jobs of one account', () => {
  const kind = { name: `try_${randomUUID()}`, isElsewhere: true };
  const begun: unknown[] = [];
  /** Ends the job that was begun last. */
  let end = (): void => undefined;
  let world: ServiceWorld;
  let runner: JobRunner;
  let count = 0;
  beforeAll(async () => {
    world = await ServiceWorld.start();
    await world.part(JobRunner).onModuleDestroy();
    world.part(JobKinds).add(kind, ({ payload }) => {
      begun.push(payload);
      return new Promise((done) => (end = () => done('done')));
    });
    // A company has one place of the two.
    runner = new JobRunner(
      ...([world.part(JobStore), world.part(JobKinds), new JobLanes({ jobs: 1, elsewhere: 2 })] as const),
      ...([world.part(RepositoryStore), world.part(Placement), world.part(JobBell)] as const),
    );
  });
  afterAll(async () => {
    end();
    await runner.onModuleDestroy();
    await world.end();
  });

  const company = randomUUID();
  const enter = async (askedBy: string, payload: string): Promise<void> => {
    const { repository } = await world.repository(world.project(), { id: `r${(count += 1)}`, type: 'git' });
    const placed = [repository.uuid, company];
    await world.source.query('update repository.repository set company = $2 where uuid = $1', placed);
    const job = { kind: kind.name, repository: repository.uuid, payload, askedBy };
    await world.part(JobStore).enter({ ...job, lowest: false, dueAt: new Date() });
    await runner.look();
  };
  const next = async (): Promise<void> => {
    const before = begun.length;
    end();
    for (const until = Date.now() + 10_000; begun.length === before && Date.now() < until;) {
      await new Promise((go) => setTimeout(go, 20));
      await runner.look();
    }
  };

  it('keep those of a colleague waiting for no more than one of them', async () => {
    const [one, colleague] = [randomUUID(), randomUUID()];
    for (const payload of ['first', 'second', 'third', 'fourth']) await enter(one, payload);
    await enter(colleague, 'own');
    await enter(colleague, 'another');
    for (let times = 0; times < 5; times += 1) await next();
    expect(begun).toEqual(['first', 'own', 'second', 'another', 'third', 'fourth']);
  });
});
