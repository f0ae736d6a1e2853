import { setTimeout as wait } from 'node:timers/promises';
import { answer, errorsOf, ServiceWorld } from '../service-world.fixture.js';
import { repositoryCalls } from './repository-calls.fixture.js';

/**
 * Who may not change the limit of a repository may send the one that it has. With a few such requests in flight he took
 * back each limit that a company admin set.
 */
describe('a storage limit that was no change before another was set', () => {
  let world: ServiceWorld;
  beforeAll(async () => {
    world = await ServiceWorld.start();
  });
  afterAll(() => world.end());

  it('is refused, and changes nothing', async () => {
    const calls = repositoryCalls(world);
    const { repository, ...ctx } = await world.repository(world.project(), { id: 'code', type: 'git' });
    const same = { storage_limit: null, description: 'with the limit of before' };
    const holder = world.source.createQueryRunner();
    await holder.startTransaction();
    let waiting: Promise<unknown>;
    try {
      await holder.query('update repository set storage_limit = 5000 where uuid = $1', [repository?.uuid]);
      waiting = errorsOf(calls.update(ctx, 'code', same));
      await wait(200);
      await holder.commitTransaction();
    } finally {
      await holder.release();
    }
    expect(await waiting).toBe('forbidden');
    expect(await calls.show(ctx, 'code')).toMatchObject({ storage_limit: 5000, description: '' });
    expect(await answer(calls.update(ctx, 'code', { storage_limit: 5000 }))).toMatchObject({
      storage_limit: 5000,
    });
  });
});
