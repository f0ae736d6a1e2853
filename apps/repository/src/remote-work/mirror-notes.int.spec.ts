import { RemoteStore } from '../remote/remote.store.js';
import { ElsewhereWorld } from './elsewhere.fixture.js';
import { MirrorSchedule } from './mirror-schedule.js';

// PostgreSQL itself. Large files that a mirror did not get were missed by who cloned it, and nobody else knew.
describe('what a pull mirror could not have', () => {
  const world = ElsewhereWorld.ofSuite();
  const note = '2 large files (LFS) could not be had';

  afterEach(() => world.put(null));

  const looked = async () => {
    await world.service.source.query('update repository.remote set due = now()');
    await world.service.part(MirrorSchedule).look();
    await world.idle();
    const row = await world.service.part(RemoteStore).find(world.ctx.repository.uuid, 'mirror');
    return { error: row?.error, failures: row?.failures, hasWorked: row?.lastAt !== null };
  };

  it('is said until something else comes, or a look fails', async () => {
    world.note = note;
    await world.put({ direction: 'pull', url: 'https://git.example.org/a.git', interval: 300 });
    const missing = { error: note, failures: 0, hasWorked: true };
    expect(await looked()).toEqual(missing);
    expect(await world.here()).toEqual({ main: world.later });
    expect(await looked()).toEqual(missing);
    world.note = undefined;
    world.there = { main: world.later, topic: world.commit };
    expect(await looked()).toEqual({ ...missing, error: null });
    world.note = note;
    world.there = { main: world.later };
    expect(await looked()).toEqual(missing);
    world.failure = new Error('a fault');
    expect(await looked()).toMatchObject({ failures: 1 });
    world.failure = undefined;
    expect(await looked()).toEqual({ ...missing, error: null });
  });

  it('is said after the mirror is set again, to the same or with another password, and not of another address', async () => {
    world.note = note;
    const url = 'https://git.example.org/a.git';
    await world.put({ direction: 'pull', url, interval: 300 });
    const missing = { error: note, failures: 0, hasWorked: true };
    expect(await looked()).toEqual(missing);
    world.note = undefined;
    await world.put({ enabled: true });
    expect(await looked()).toEqual(missing);
    await world.put({ password: 'another' });
    expect(await looked()).toEqual(missing);
    await world.put({ url: 'https://git.example.org/b.git' });
    expect(await looked()).toEqual({ ...missing, error: null });
  });
});
