import { VcsRefusal } from '@holdfast/vcs-spi';
import { RemoteStore } from '../remote/remote.store.js';
import { ElsewhereWorld } from './elsewhere.fixture.js';
import { MirrorSchedule } from './mirror-schedule.js';

// PostgreSQL itself.
describe('a mirror whose remote is away', () => {
  const world = ElsewhereWorld.ofSuite();
  const url = 'https://git.example.org/a.git';
  const away = 'the host of the remote is not known';

  afterEach(() => world.put(null));

  /** What is known of it once nothing runs, with the seconds until it is due, in full halves of a minute. */
  const looked = async () => {
    await world.service.part(MirrorSchedule).look();
    await world.idle();
    const row = await world.service.part(RemoteStore).find(world.ctx.repository.uuid, 'mirror');
    if (!row) throw new Error('there is no mirror');
    const { due, error, failures, lastAt } = row;
    const wait = due && Math.ceil((due.getTime() - Date.now()) / 30_000) * 30;
    return { error, failures, wait, hasWorked: lastAt !== null };
  };
  const comeDue = () => world.service.source.query('update repository.remote set due = now()');

  it.each([
    ['push', 60, 120, null],
    ['pull', 300, 300, 300],
  ] as const)(
    'is asked again when it is due, and then it works: one to %s',
    async (direction, first, second, usual) => {
      world.failure = new VcsRefusal('remote', away);
      await world.put({ direction, url, interval: 300 });
      const failed = { error: away, failures: 1, wait: first, hasWorked: false };
      expect(await looked()).toEqual(failed);
      // Nobody asks before it is due.
      expect(await looked()).toEqual(failed);
      await comeDue();
      expect(await looked()).toEqual({ ...failed, failures: 2, wait: second });
      world.failure = undefined;
      expect([await world.here(), world.given]).toEqual([{}, []]);
      await comeDue();
      expect(await looked()).toEqual({ error: null, failures: 0, wait: usual, hasWorked: true });
      expect([await world.here(), world.given]).toEqual(
        direction === 'pull' ? [world.there, []] : [{}, [url]],
      );
    },
  );
});
