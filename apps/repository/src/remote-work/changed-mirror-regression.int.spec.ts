import { setTimeout as wait } from 'node:timers/promises';
import type { JsonObject } from '@holdfast/kernel';
import { held } from '../job/held-work.fixture.js';
import { placeOf } from '../ref-change/ref-caller.js';
import { RefChanges } from '../ref-change/ref-changes.js';
import { mirrorJob } from '../remote/remote-jobs.js';
import { ElsewhereWorld } from './elsewhere.fixture.js';
import { MirrorSchedule } from './mirror-schedule.js';

// PostgreSQL and git themselves. What a mirror had begun to do it did to its end, whatever became of the mirror: it
// removed branches of repositories that were no mirrors any more, and sent to addresses that had been replaced.
describe('a mirror that is changed while it works', () => {
  const world = ElsewhereWorld.ofSuite();
  const url = 'https://git.example.org/a.git';

  afterEach(() => world.put(null));
  const look = () => world.service.part(MirrorSchedule).look();

  const changes: [what: string, mirror: JsonObject | null][] = [
    ['it is none any more', null],
    ['it is switched off', { enabled: false }],
    ['it has another address', { url: 'https://git.example.org/b.git' }],
    ['it has another password', { password: 'new' }],
    ['it goes the other way', { direction: 'push' }],
  ];

  it.each(changes)('changes nothing here any more: %s', async (_what, change) => {
    const hold = (world.hold = held());
    await world.put({ direction: 'pull', url });
    await look();
    await hold.begun;
    await world.put(change);
    world.hold = undefined;
    await world.push({ feature: world.commit });
    hold.finish();
    await world.idle();
    expect([await world.here(), await world.outcome(mirrorJob)]).toEqual([
      { feature: world.commit },
      'stopped',
    ]);
  });

  it.each(changes.slice(0, 4))('gives nothing away any more: %s', async (_what, change) => {
    const hold = (world.hold = held());
    await world.put({ direction: 'push', url });
    await look();
    await hold.begun;
    await world.put(change);
    hold.finish();
    await world.idle();
    expect([world.given, await world.outcome(mirrorJob)]).toEqual([[], 'stopped']);
  });

  it('changes nothing here where only the rows know that it is wanted no more', async () => {
    const hold = (world.hold = held());
    await world.put({ direction: 'pull', url });
    await look();
    await hold.begun;
    await world.service.source.query('update repository.remote set version = gen_random_uuid()');
    hold.finish();
    await world.idle();
    expect([await world.here(), await world.outcome(mirrorJob)]).toEqual([
      {},
      'failed: it was stopped or changed meanwhile',
    ]);
  });

  it('changes nothing here where whoever set it up is no admin any more', async () => {
    const hold = (world.hold = held());
    await world.put({ direction: 'pull', url });
    await look();
    await hold.begun;
    const { project, principal: caller } = world.ctx;
    if (!project || !caller) throw new Error('nobody asks');
    world.service.identity = { project: { ...project, roles: ['developer'] }, caller };
    hold.finish();
    await world.idle();
    expect([await world.here(), await world.outcome(mirrorJob)]).toEqual([
      {},
      'failed: whoever set it up may not do it any more',
    ]);
  });

  it('changes nothing here where that shows while another change of the same branch is waited for', async () => {
    await world.push({ main: world.commit });
    const { project, principal: caller, repository } = world.ctx;
    if (!project || !caller) throw new Error('nobody asks');
    const changes = world.service.part(RefChanges);
    const place = placeOf(world.ctx);
    const main = {
      ref: 'refs/heads/main',
      sort: 'branch',
      name: 'main',
      old: world.commit,
      new: world.later,
    };
    const other = await changes.begin({ ...place, repository }, [main], Date.now() + 10_000);
    await world.put({ direction: 'pull', url });
    await look();
    await wait(500);
    world.service.identity = { project: { ...project, roles: ['developer'] }, caller };
    await changes.settle(other, 'refused');
    await world.idle();
    expect([await world.here(), await world.outcome(mirrorJob)]).toEqual([
      { main: world.commit },
      'failed: whoever set it up may not do it any more',
    ]);
  });

  it('gives nothing away any more where whoever set it up is no admin any more, however long it is held', async () => {
    const hold = (world.hold = held());
    await world.put({ direction: 'push', url });
    await look();
    await hold.begun;
    const { project, principal: caller } = world.ctx;
    if (!project || !caller) throw new Error('nobody asks');
    world.service.answering = () => {
      throw new Error('identity is away');
    };
    await wait(1_000);
    world.service.answering = () => world.service.identity;
    world.service.identity = { project: { ...project, roles: ['developer'] }, caller };
    await world.idle();
    expect([world.given, await world.outcome(mirrorJob)]).toEqual([
      [],
      'failed: whoever set it up may not do it any more',
    ]);
  });

  it('gives away what is here for as long as nothing of that is changed', async () => {
    const hold = (world.hold = held());
    await world.put({ direction: 'push', url });
    await look();
    await hold.begun;
    await wait(1_000);
    hold.finish();
    await world.idle();
    expect([world.given, await world.outcome(mirrorJob)]).toEqual([[url], 'done']);
  });

  it('goes on where nothing of that is changed', async () => {
    const hold = (world.hold = held());
    await world.put({ direction: 'pull', url });
    await look();
    await hold.begun;
    await world.put({ enabled: true, interval: 900 });
    hold.finish();
    await world.idle();
    expect([await world.here(), await world.outcome(mirrorJob)]).toEqual([world.there, 'done']);
  });
});
