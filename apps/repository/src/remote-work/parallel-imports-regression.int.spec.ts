import { setTimeout as wait } from 'node:timers/promises';
import type { CallContext } from '@holdfast/kernel';
import { held } from '../job/held-work.fixture.js';
import { JobKinds, type JobKind } from '../job/job-kinds.js';
import { Jobs } from '../job/jobs.js';
import { importJob } from '../remote/remote-jobs.js';
import { RemoteStore } from '../remote/remote.store.js';
import { answer, call, errorsOf } from '../service-world.fixture.js';
import { ElsewhereWorld } from './elsewhere.fixture.js';
import { FillingService } from './filling.service.js';
import { ImportService } from './import.service.js';

// PostgreSQL and git themselves. All that asked at the same time were told yes, and the last one's address and password
// took the place of the others'. A stop ended the newest alone, and waited for the others until it was unavailable.
describe('imports into one repository that are asked for at the same time', () => {
  const world = ElsewhereWorld.ofSuite();
  const imports = () => world.service.part(ImportService);
  const url = 'https://git.example.org/a.git';
  /** What is wrong with it. */
  const wrong = (reply: Promise<unknown>): Promise<unknown> =>
    answer(reply).then(
      () => undefined,
      () => errorsOf(reply),
    );
  const ask = (name: string) => wrong(imports().import(world.ctx, call({ body: { url: `${url}/${name}` } })));
  /** As it comes off the wire. */
  const stop = (): Promise<unknown> => {
    const handler: { stop: (ctx: CallContext, input: never) => Promise<unknown> } = imports();
    return answer(handler.stop(world.ctx, call()));
  };
  const states = async (): Promise<string[]> => {
    const rows = await world.service.source.query<{ state: string }[]>(
      `select state from repository.job where repository = $1 and kind = 'import' order by asked_at`,
      [world.ctx.repository.uuid],
    );
    return rows.map(({ state }) => state);
  };
  /** What begins it waits for the row of the repository, and goes on from there. */
  const together = async <T>(begin: () => Promise<T>[]): Promise<T[]> => {
    const holder = world.service.source.createQueryRunner();
    try {
      await holder.startTransaction();
      await holder.query('select from repository.repository where uuid = $1 for update', [
        world.ctx.repository.uuid,
      ]);
      const begun = begin();
      await wait(300);
      await holder.commitTransaction();
      return await Promise.all(begun);
    } finally {
      await holder.release();
    }
  };
  const locked = { id: { locked: true } };

  /** Another job of the repository runs: an import waits for its turn. */
  const busy = async () => {
    const [work, kind] = [held(), { name: `before_${world.ctx.repository.id}` } as JobKind<string, string>];
    world.service.part(JobKinds).add(kind, () => work.finished.then(() => ''));
    await world.service.part(Jobs).ask(kind, { repository: world.ctx.repository.uuid, payload: '' });
    return work;
  };

  it.each(['runs', 'waits'])('are one: the others hear that it %s', async (how) => {
    const work = how === 'waits' ? await busy() : (world.hold = held());
    const told = await together(() => ['a', 'b', 'c'].map((name) => ask(name)));
    expect(told.filter((each) => each === undefined)).toHaveLength(1);
    expect(told.filter((each) => each !== undefined)).toEqual([locked, locked]);
    const which = ['a', 'b', 'c'][told.indexOf(undefined)];
    const remote = await world.service.part(RemoteStore).find(world.ctx.repository.uuid, 'import');
    expect([remote?.url, (await states()).length]).toEqual([`${url}/${which}`, 1]);
    work.finish();
    await world.idle();
  });

  it('are refused where the repository has become a mirror meanwhile', async () => {
    const { uuid } = world.ctx.repository;
    const told = await together(() => {
      const change = `update repository.repository set mirror = 'pull' where uuid = $1`;
      const mirrored = world.service.source.query<unknown>(change, [uuid]).then(() => undefined);
      return [mirrored, wait(100).then(() => ask('a'))];
    });
    expect(told).toEqual([undefined, locked]);
    expect(await states()).toEqual([]);
  });

  it('are one also where the operator asks', async () => {
    world.hold = held();
    const { project, repository, principal } = world.ctx;
    const place = { project: project?.uuid ?? '', repository: repository.uuid };
    const account = principal?.account.uuid ?? '';
    const operators = () =>
      wrong(world.service.part(FillingService).ask(world.ctx, { place, account, from: { url } }));
    const told = await together(() => [operators(), operators()]);
    expect(told).toEqual(expect.arrayContaining([undefined, 'invalid']));
    expect((await states()).length).toBe(1);
    world.hold.finish();
    await world.idle();
  });

  it('end by one stop, all of them, and its answer says so', async () => {
    const work = (world.hold = held());
    await ask('a');
    await work.begun;
    await world.service.part(Jobs).ask(importJob, { repository: world.ctx.repository.uuid, payload: {} });
    expect(await states()).toEqual(['running', 'queued']);
    expect(await stop()).toMatchObject({ import: { state: 'failed', error: 'it was stopped' } });
    expect(await states()).toEqual(['stopped', 'stopped']);
    expect(await ask('b')).toBeUndefined();
    work.finish();
    await world.idle();
  });
});
