import { setTimeout as wait } from 'node:timers/promises';
import { errorsOf, ServiceWorld } from '../service-world.fixture.js';
import { repositoryCalls } from './repository-calls.fixture.js';

// Of several changes at one time each was looked at with what was there before all of them.
describe('properties that somebody adds while others are added', () => {
  let world: ServiceWorld;
  beforeAll(async () => {
    world = await ServiceWorld.start();
  });
  afterAll(() => world.end());

  it('are too many together', async () => {
    const calls = repositoryCalls(world);
    const { repository, ...ctx } = await world.repository(world.project(), { id: 'code', type: 'git' });
    const holder = world.source.createQueryRunner();
    await holder.startTransaction();
    const one = { one: 'x'.repeat(40_000) };
    let waiting: Promise<unknown>;
    try {
      await holder.query('update repository set properties = $2 where uuid = $1', [
        repository?.uuid,
        JSON.stringify(one),
      ]);
      waiting = errorsOf(calls.update(ctx, 'code', { properties: { other: 'x'.repeat(40_000) } }));
      await wait(200);
      await holder.commitTransaction();
    } finally {
      await holder.release();
    }
    expect(await waiting).toEqual({ properties: { maximum: 64 * 1024 } });
    expect(await calls.show(ctx, 'code')).toMatchObject({ properties: one });
  });
});
