import { randomUUID } from 'node:crypto';
import { jest } from '@jest/globals';
import { repositoryCalls } from '@holdfast/contracts';
import { ServiceWorld } from '../service-world.fixture.js';
import { JobKinds } from './job-kinds.js';
import { JobRunner } from './job-runner.js';
import { JobStore } from './job.store.js';
import { Jobs } from './jobs.js';

/** A kind of job that nothing is done for. */
const kind = { name: `try_${randomUUID()}` };

// PostgreSQL itself; the server's address comes from tools/test.
describe('jobs of repositories on another node', () => {
  let world: ServiceWorld;
  let repository: { uuid: string };
  /** What others were asked. */
  let asked: string[];
  let count = 0;
  beforeAll(async () => {
    world = await ServiceWorld.start();
    world.part(JobKinds).add(kind, () => Promise.resolve(''));
  });
  afterAll(() => world.end());
  beforeEach(async () => {
    ({ repository } = await world.repository(world.project(), { id: `r${(count += 1)}`, type: 'git' }));
    asked = [];
    world.answering = (subject) => void asked.push(subject);
  });

  const latest = () => world.part(Jobs).latest(kind, repository.uuid);
  const idle = () => world.part(JobRunner).idle();
  const move = (node: string) =>
    world.source.query('update repository.repository set node = $2 where uuid = $1', [repository.uuid, node]);

  it('are never done where their repository lies no longer, and its node is told', async () => {
    await world.part(JobStore).enter({
      ...{ kind: kind.name, repository: repository.uuid, payload: 'p', askedBy: null },
      ...{ lowest: false, dueAt: new Date() },
    });
    // It moves right after the runner has looked for what has moved.
    const follow = jest.spyOn(world.part(JobStore), 'followMoves').mockResolvedValue([]);
    await move('node-2');
    await world.part(JobRunner).look();
    await idle();
    expect(await latest()).toMatchObject({ state: 'queued', node: 'node-1', attempts: 0 });
    follow.mockRestore();
    await world.part(JobRunner).look();
    expect(await latest()).toMatchObject({ state: 'queued', node: 'node-2', attempts: 0 });
    expect(asked).toEqual([`${repositoryCalls.wakeJobs}.node-2`]);
  });

  it('of another node are left to it, which is told', async () => {
    await move('node-2');
    const job = await world.part(Jobs).ask(kind, { repository: repository.uuid, payload: 'p' });
    expect(job).toMatchObject({ node: 'node-2' });
    await world.part(JobRunner).look();
    await idle();
    expect(await latest()).toMatchObject({ state: 'queued' });
    expect(asked).toEqual([`${repositoryCalls.wakeJobs}.node-2`]);
    // It comes to this one.
    await move('node-1');
    await world.part(JobStore).followMoves('node-2');
    await world.part(JobRunner).look();
    await idle();
    expect(await latest()).toMatchObject({ state: 'done', node: 'node-1' });
  });
});
