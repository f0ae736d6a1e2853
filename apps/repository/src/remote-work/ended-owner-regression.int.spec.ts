import { held } from '../job/held-work.fixture.js';
import { importJob, mirrorJob } from '../remote/remote-jobs.js';
import { answer, call } from '../service-world.fixture.js';
import { ElsewhereWorld } from './elsewhere.fixture.js';
import { ImportService } from './import.service.js';
import { MirrorSchedule } from './mirror-schedule.js';

// PostgreSQL itself. The right was asked for once, before: a remote that dripped got what was committed after whoever
// had set up the mirror had lost it, for as long as it liked.
describe('a work with a remote whose owner loses his right', () => {
  const world = ElsewhereWorld.ofSuite();
  const url = 'https://git.example.org/a.git';

  afterEach(() => world.put(null));
  const begun = async (direction: 'pull' | 'push') => {
    const hold = (world.hold = held());
    await world.put({ direction, url });
    await world.service.part(MirrorSchedule).look();
    await hold.begun;
    return hold;
  };
  const demote = (): void => {
    const { project, principal: caller } = world.ctx;
    if (!project || !caller) throw new Error('nobody asks');
    world.service.identity = { project: { ...project, roles: ['developer'] }, caller };
  };
  /** Nobody tells the remote to go on: that it had to be, is a failure. */
  const ended = async (): Promise<void> => {
    let isLate = false;
    const late = setTimeout(() => {
      isLate = true;
      world.hold?.finish();
    }, 20_000);
    await world.idle();
    clearTimeout(late);
    expect(isLate).toBe(false);
  };
  const over = 'failed: whoever set it up may not do it any more';

  it.each(['push', 'pull'] as const)(
    'ends while it waits for the remote: a mirror that is to %s',
    async (way) => {
      await begun(way);
      demote();
      await ended();
      expect([world.given, await world.here(), await world.outcome(mirrorJob)]).toEqual([[], {}, over]);
    },
  );

  it('ends while it waits for the remote: an import', async () => {
    const hold = (world.hold = held());
    await answer(world.service.part(ImportService).import(world.ctx, call({ body: { url } })));
    await hold.begun;
    demote();
    await ended();
    expect([await world.here(), await world.outcome(importJob)]).toEqual([{}, over]);
  });

  it('ends where the account is gone', async () => {
    await begun('push');
    world.service.identity = {};
    await ended();
    expect([world.given, await world.outcome(mirrorJob)]).toEqual([[], over]);
  });
});
