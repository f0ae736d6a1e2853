import { repositoryCalls } from '../repository/repository-calls.fixture.js';
import { answer, call } from '../service-world.fixture.js';
import { ElsewhereWorld } from './elsewhere.fixture.js';
import { ImportService } from './import.service.js';

// PostgreSQL and git themselves. The answer to a deletion had neither import nor mirror.
describe('the deletion of a repository', () => {
  const world = ElsewhereWorld.ofSuite();
  const url = 'https://git.example.org/a.git';
  const deleted = async () => {
    const calls = repositoryCalls(world.service);
    const gone = await calls.remove(world.ctx, world.ctx.repository.id);
    expect(gone).toEqual(await calls.show(world.ctx, gone.id));
    return gone;
  };

  it('answers its mirror', async () => {
    await world.put({ direction: 'push', url, enabled: false });
    expect(await deleted()).toMatchObject({ mirror: { direction: 'push', url }, import: null });
  });

  it('answers how its import stands', async () => {
    world.failure = new Error('away');
    await answer(world.service.part(ImportService).import(world.ctx, call({ body: { url } })));
    await world.idle();
    expect(await deleted()).toMatchObject({ mirror: null, import: { state: 'failed' } });
  });
});
