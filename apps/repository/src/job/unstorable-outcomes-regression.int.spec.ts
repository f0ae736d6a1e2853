import { randomUUID } from 'node:crypto';
import { ServiceWorld } from '../service-world.fixture.js';
import { JobFailure, JobKinds, type JobAtWork } from './job-kinds.js';
import { JobRunner } from './job-runner.js';
import { Jobs } from './jobs.js';

// PostgreSQL itself takes no NUL. What a remote had said with one was written once a second, in vain, for ever: two
// such imports kept a company from all others.
describe('what came of a job, with a character that cannot be stored', () => {
  let world: ServiceWorld;
  beforeAll(async () => {
    world = await ServiceWorld.start();
  });
  afterAll(() => world.end());

  const outcome = async (work: (job: JobAtWork<string>) => Promise<string>) => {
    const kind = { name: `try_${randomUUID()}` };
    world.part(JobKinds).add(kind, work);
    const { repository } = await world.repository(world.project(), {
      id: kind.name.slice(0, 20),
      type: 'git',
    });
    await world.part(Jobs).ask(kind, { repository: repository.uuid, payload: '' });
    await world.part(JobRunner).idle();
    return world.part(Jobs).latest(kind, repository.uuid);
  };

  it('is told without it', async () => {
    const job = await outcome(() => Promise.reject(new JobFailure('a\0b \ud800c')));
    expect(job).toMatchObject({ state: 'failed', error: 'a\ufffdb \ufffdc' });
  });

  it('is a failure where it is an answer', async () => {
    const job = await outcome(() => Promise.resolve('a\0b'));
    expect(job).toMatchObject({ state: 'failed', error: 'what came of it cannot be stored' });
  });

  it('is noted without it while it is done', async () => {
    const job = await outcome(async ({ tell }) => {
      tell({ doing: 'a\0b' });
      await world.part(JobRunner).note();
      return 'done';
    });
    expect(job).toMatchObject({ state: 'done', doing: 'a\ufffdb' });
  });
});
