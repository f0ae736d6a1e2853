import { setTimeout as sleep } from 'node:timers/promises';
import { VcsRefusal } from '@holdfast/vcs-spi';
import { held } from '../job/held-work.fixture.js';
import { JobKinds, type JobKind } from '../job/job-kinds.js';
import { Jobs } from '../job/jobs.js';
import { answer, call } from '../service-world.fixture.js';
import { ElsewhereWorld } from './elsewhere.fixture.js';
import { ImportService } from './import.service.js';
import { importJob } from '../remote/remote-jobs.js';

// PostgreSQL and git themselves. An import compared what was there when its turn came with what the remote had, and
// removed what had been pushed since it was asked for.
describe('an import into a repository to which somebody pushes meanwhile', () => {
  const world = ElsewhereWorld.ofSuite();

  const ask = () => {
    const body = { url: 'https://git.example.org/a.git' };
    return answer(world.service.part(ImportService).import(world.ctx, call({ body })));
  };
  const tooLate =
    'failed: something was pushed to the repository meanwhile, and imports fill empty ones only';

  it('changes nothing of that while it waits for its turn', async () => {
    const [before, kind] = [held(), { name: 'before_an_import' } as JobKind<string, string>];
    world.service.part(JobKinds).add(kind, () => before.finished.then(() => ''));
    await world.service.part(Jobs).ask(kind, { repository: world.ctx.repository.uuid, payload: '' });
    await ask();
    expect(await world.outcome(importJob)).toBe('queued');
    const pushed = { main: world.commit, feature: world.commit };
    await world.push(pushed);
    before.finish();
    await world.idle();
    expect([await world.here(), await world.outcome(importJob)]).toEqual([
      { feature: world.commit, main: world.commit },
      tooLate,
    ]);
  });

  it.each([
    ['the same branch', 'main'],
    ['another branch', 'feature'],
  ])('changes nothing of that while the remote sends: %s', async (_what, name) => {
    const hold = (world.hold = held());
    await ask();
    await hold.begun;
    await world.push({ [name]: world.commit });
    hold.finish();
    await world.idle();
    expect([await world.here(), await world.outcome(importJob)]).toEqual([{ [name]: world.commit }, tooLate]);
  });

  it('is done once it has brought everything, and what it leaves is removed when that can be', async () => {
    world.untidy = new VcsRefusal('unavailable', 'away');
    await ask();
    await world.idle();
    expect([await world.here(), await world.outcome(importJob)]).toEqual([world.there, 'done']);
    const before = world.tidied;
    while (world.tidied === before) await sleep(20);
    world.untidy = undefined;
    const last = world.tidied;
    while (world.tidied === last) await sleep(20);
    await sleep(1_000);
    expect(world.tidied).toBe(last + 1);
  });
});
