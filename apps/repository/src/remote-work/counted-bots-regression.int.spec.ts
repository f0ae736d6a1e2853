import { randomUUID } from 'node:crypto';
import { shareOf, type Principal } from '@holdfast/kernel';
import { Jobs } from '../job/jobs.js';
import { importJob, mirrorJob } from '../remote/remote-jobs.js';
import { answer, call } from '../service-world.fixture.js';
import { ElsewhereWorld } from './elsewhere.fixture.js';
import { ImportService } from './import.service.js';
import { MirrorSchedule } from './mirror-schedule.js';

// PostgreSQL itself. Each bot had turns of its own: whoever had twenty went before a colleague twenty times.
describe('a work with a remote that a bot asks for', () => {
  const world = ElsewhereWorld.ofSuite();
  const url = 'https://git.example.org/a.git';
  let bot: Principal;

  beforeEach(() => {
    const { principal } = world.ctx;
    if (!principal) throw new Error('nobody asks');
    const account = { ...principal.account, uuid: randomUUID(), type: 'bot' as const, owner: randomUUID() };
    bot = { ...principal, account, credential: `session:${randomUUID()}` };
    world.ctx = { ...world.ctx, principal: bot };
    world.service.identity = { ...world.service.identity, caller: bot };
  });

  const askedBy = async (kind: { name: string }): Promise<string | null | undefined> =>
    (await world.service.part(Jobs).latest(kind, world.ctx.repository.uuid))?.askedBy;

  it('is counted for its owner', async () => {
    await answer(world.service.part(ImportService).import(world.ctx, call({ body: { url } })));
    await world.idle();
    expect(await askedBy(importJob)).toBe(shareOf(bot));
  });

  it('is counted with those of all other bots of the company, if it is a mirror', async () => {
    await world.put({ direction: 'push', url });
    await world.service.part(MirrorSchedule).look();
    await world.idle();
    const [{ company }] = await world.service.source.query<{ company: string }[]>(
      'select company from repository.repository where uuid = $1',
      [world.ctx.repository.uuid],
    );
    expect(await askedBy(mirrorJob)).toBe(company);
  });
});
