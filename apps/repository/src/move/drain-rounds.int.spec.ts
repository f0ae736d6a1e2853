import { jest } from '@jest/globals';
import { DomainError } from '@holdfast/kernel';
import { JobStore } from '../job/job.store.js';
import { Jobs } from '../job/jobs.js';
import { ServiceWorld } from '../service-world.fixture.js';
import { StorageNodes } from '../storage-node/storage-nodes.js';
import { DrainRounds } from './drain-rounds.js';
import { moveJob } from './move-jobs.js';

// PostgreSQL itself; the server's address comes from tools/test.
describe('a drained node', () => {
  let world: ServiceWorld;
  beforeAll(async () => {
    world = await ServiceWorld.start();
    Object.defineProperty(world.part(StorageNodes), 'isDraining', { value: true });
    // Moves are asked for here, and done nowhere.
    const store = world.part(JobStore);
    const enter = store.enter.bind(store);
    jest
      .spyOn(store, 'enter')
      .mockImplementation((job, tx) => enter({ ...job, dueAt: new Date(Date.now() + 60_000) }, tx));
  });
  afterAll(() => world.end());

  /** Another node takes all but Mercurial. */
  const round = async () => {
    const choice = jest.spyOn(world.part(StorageNodes), 'choose').mockImplementation((kind) => {
      if (kind === 'mercurial') throw DomainError.unavailable('no storage node takes new repositories now');
      return Promise.resolve('node-2');
    });
    await world.part(DrainRounds).round();
    choice.mockRestore();
  };
  const move = async (uuid: string) => world.part(Jobs).latest(moveJob, uuid);
  const failed = (uuid: string, ago: string) =>
    world.source.query(
      `update repository.job set state = 'failed', ended_at = now() - $2::interval where repository = $1`,
      [uuid, ago],
    );

  it('gives away what others take, beside what nobody takes', async () => {
    const ctx = world.project();
    const stays = await world.repository(ctx, { id: 'stays', type: 'git' });
    await world.source.query(`update repository.repository set type = 'mercurial' where uuid = $1`, [
      stays.repository.uuid,
    ]);
    const goes = await world.repository(ctx, { id: 'goes', type: 'git' });
    await round();
    expect(await move(stays.repository.uuid)).toBeUndefined();
    expect(await move(goes.repository.uuid)).toMatchObject({
      ...{ state: 'queued', payload: { target: 'node-2', drained: true } },
    });
  });

  it('does not try again and again what has just failed', async () => {
    const { repository } = await world.repository(world.project(), { id: 'fails', type: 'git' });
    await round();
    const first = await move(repository.uuid);
    await failed(repository.uuid, '4 minutes');
    await round();
    expect(await move(repository.uuid)).toMatchObject({ uuid: first?.uuid, state: 'failed' });
    await failed(repository.uuid, '6 minutes');
    await round();
    expect(await move(repository.uuid)).toMatchObject({ state: 'queued' });
  });
});
