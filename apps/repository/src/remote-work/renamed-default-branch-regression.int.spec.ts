import { mirrorJob } from '../remote/remote-jobs.js';
import { ElsewhereWorld } from './elsewhere.fixture.js';
import { MirrorSchedule } from './mirror-schedule.js';

// PostgreSQL and git themselves. When the other side gave its default branch another name, each look at it failed from
// then on: the branch that was the default one here could not go, and nobody may change a mirror.
describe('a mirror of a repository whose default branch gets another name', () => {
  const world = ElsewhereWorld.ofSuite();
  const url = 'https://git.example.org/a.git';
  const looked = async (): Promise<unknown[]> => {
    await world.put({ direction: 'pull', url });
    await world.service.part(MirrorSchedule).look();
    await world.idle();
    return [await world.here(), await world.outcome(mirrorJob)];
  };
  beforeEach(async () => {
    world.there = { main: world.commit };
    world.head = 'main';
    await looked();
  });

  it('has it under that name', async () => {
    world.there = { trunk: world.later };
    world.head = 'trunk';
    expect(await looked()).toEqual([{ trunk: world.later }, 'done']);
  });

  it('has another one instead that was here before', async () => {
    world.there = { main: world.commit, trunk: world.later };
    await looked();
    world.there = { trunk: world.later };
    world.head = 'trunk';
    expect(await looked()).toEqual([{ trunk: world.later }, 'done']);
  });

  it.each(['gone', undefined])('keeps it where the other side names none that is there: %s', async (head) => {
    world.there = { trunk: world.later };
    world.head = head;
    expect(await looked()).toEqual([
      { main: world.commit },
      'failed: main: the default branch cannot be deleted (set another `default_identifier` here)',
    ]);
  });
});
