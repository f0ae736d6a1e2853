import { jest } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { access, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CallContext } from '@holdfast/kernel';
import { uploadIn, VcsRefusal } from '@holdfast/vcs-spi';
import { RepositoryStore } from '../catalogue/repository.store.js';
import { JobBell } from '../job/job-bell.js';
import { JobKinds } from '../job/job-kinds.js';
import { JobLanes } from '../job/job-lanes.js';
import { JobRunner } from '../job/job-runner.js';
import { JobStore } from '../job/job.store.js';
import { Jobs } from '../job/jobs.js';
import { LeftRemains } from '../job/left-remains.js';
import { Placement } from '../placement/placement.js';
import { importJob, mirrorJob } from '../remote/remote-jobs.js';
import { RemoteStore } from '../remote/remote.store.js';
import { answer, call } from '../service-world.fixture.js';
import { ElsewhereWorld } from './elsewhere.fixture.js';
import { ImportService } from './import.service.js';

// PostgreSQL and git themselves. Nobody could remove what an import had left that had ended by itself.
describe('an import that has ended by itself', () => {
  const world = ElsewhereWorld.ofSuite();
  const imports = () => world.service.part(ImportService);
  /** As it comes off the wire. */
  const stop = (): Promise<unknown> => {
    const handler: { stop: (ctx: CallContext, input: never) => Promise<unknown> } = imports();
    return answer(handler.stop(world.ctx, call()));
  };
  const row = () => world.service.part(RemoteStore).find(world.ctx.repository.uuid, 'import');
  const upload = () => uploadIn(world.service.placement.directory(world.ctx.repository));
  const isThere = (path: string) =>
    access(path).then(
      () => true,
      () => false,
    );
  const remote = { url: 'https://git.example.org/a.git', username: 'ada', password: 'secret' };
  const fail = async (error: Error): Promise<void> => {
    world.failure = error;
    await writeFile(upload(), 'a bundle');
    await answer(imports().import(world.ctx, call({ body: remote })));
    await world.idle();
  };

  /** Of the process that comes after one that was killed. */
  const nextRunner = () =>
    new JobRunner(
      ...([
        world.service.part(JobStore),
        world.service.part(JobKinds),
        world.service.part(JobLanes),
      ] as const),
      ...([world.service.part(RepositoryStore), world.service.part(Placement)] as const),
      world.service.part(JobBell),
    );

  it('leaves nothing where it failed by what nobody had expected', async () => {
    await fail(new Error('ENOENT'));
    expect(await world.outcome(importJob)).toContain('failed');
    expect([await row(), await isThere(upload()), world.tidied]).toEqual([undefined, false, 1]);
  });

  it('leaves what it goes on with where a part is away, until it is stopped', async () => {
    await fail(new VcsRefusal('unavailable', 'away'));
    expect([await world.outcome(importJob), await isThere(upload()), world.tidied]).toEqual([
      'queued',
      true,
      0,
    ]);
    await stop();
    expect([await row(), await isThere(upload()), world.tidied]).toEqual([undefined, false, 1]);
  });

  // Its address, its password and its file stayed until somebody stopped it once more.
  describe('since processes have died of it again and again', () => {
    let next: JobRunner;
    beforeEach(async () => {
      await fail(new VcsRefusal('unavailable', 'away'));
      await world.service.source.query(
        `update repository.job set state = 'running', runner = gen_random_uuid(), attempts = 5 where repository = $1`,
        [world.ctx.repository.uuid],
      );
      next = nextRunner();
    });
    afterEach(() => next.onModuleDestroy());

    it('leaves nothing', async () => {
      await next.look();
      expect(await world.outcome(importJob)).toBe('failed: it was cut off 5 times');
      expect([await row(), await isThere(upload()), world.tidied]).toEqual([undefined, false, 1]);
    });

    // The password of a large one stayed for good, and another import that was asked for meanwhile was taken for it.
    it('seems at work until what it brought is removed, and has no password by then', async () => {
      world.untidy = new VcsRefusal('unavailable', 'it takes longer');
      await next.look();
      expect([await world.outcome(importJob), (await row())?.secret, world.tidied]).toEqual([
        'running',
        null,
        1,
      ]);
      world.untidy = undefined;
      while ((await world.outcome(importJob)) === 'running') await next.look();
      const told = 'failed: it was cut off 5 times';
      expect([await world.outcome(importJob), await row(), world.tidied]).toEqual([told, undefined, 2]);
    });
  });

  it('leaves nothing after a start where it failed while nobody removed what it left', async () => {
    await fail(new VcsRefusal('unavailable', 'away'));
    await world.service.source.query(`update repository.job set state = 'failed' where repository = $1`, [
      world.ctx.repository.uuid,
    ]);
    const next = nextRunner();
    await next.look();
    expect([await row(), await isThere(upload()), world.tidied]).toEqual([undefined, false, 1]);
    await next.onModuleDestroy();
  });

  it('says why it failed, and keeps no password, also where what it brought cannot be removed', async () => {
    world.untidy = new VcsRefusal('unavailable', 'it takes longer');
    await fail(new VcsRefusal('remote', 'no such repository'));
    expect(await world.outcome(importJob)).toBe('failed: no such repository');
    expect(await row()).toMatchObject({ url: remote.url, secret: null });
    world.untidy = undefined;
    while (await row()) await sleep(20);
    expect(world.tidied).toBeGreaterThan(1);
  });

  it('leaves alone what was asked for while the start removed what others had left', async () => {
    const remove = jest.fn(() => Promise.resolve());
    let looks = 0;
    const remains = { remove, left: () => Promise.resolve((looks += 1) === 1 ? ['a', 'b'] : ['b']) };
    const kinds = { allRemains: [remains] } as unknown as JobKinds;
    const repositories = { findByUuid: (uuid: string) => Promise.resolve({ uuid }) };
    await new LeftRemains(kinds, repositories as unknown as RepositoryStore).remove([], 'node-1');
    expect(remove.mock.calls).toEqual([[{ uuid: 'b' }]]);
  });

  it('leaves alone what was put in its place', async () => {
    const another = randomUUID();
    world.meanwhile = () =>
      world.service.source.query(`update repository.remote set version = $2 where repository = $1`, [
        world.ctx.repository.uuid,
        another,
      ]);
    await fail(new VcsRefusal('remote', 'no'));
    expect(await row()).toMatchObject({ version: another });
  });

  it('is tidied up after when it is stopped, too', async () => {
    await fail(new VcsRefusal('remote', 'no'));
    await writeFile(upload(), 'of an installation of before');
    await stop();
    expect([await isThere(upload()), world.tidied]).toEqual([false, 2]);
  });

  // The place is that of mirrors as well: it was taken from one that was at work.
  it('leaves the place to others where there is none to be stopped, and the repository as it is', async () => {
    const since = async () =>
      (await world.service.store.findByUuid(world.ctx.repository.uuid))?.updatedAt.getTime();
    const before = await since();
    await stop();
    expect([world.tidied, await since()]).toEqual([0, before]);
  });

  it('leaves the place to a mirror that is at work', async () => {
    await fail(new VcsRefusal('remote', 'no'));
    const jobs = world.service.part(Jobs);
    const latest = jobs.latest.bind(jobs);
    const running = { state: 'running' } as never;
    jest
      .spyOn(jobs, 'latest')
      .mockImplementation((kind, uuid) =>
        kind.name === mirrorJob.name ? Promise.resolve(running) : latest(kind, uuid),
      );
    await writeFile(upload(), 'of an installation of before');
    await stop().finally(() => jest.restoreAllMocks());
    expect([await isThere(upload()), world.tidied]).toEqual([false, 1]);
  });
});

// PostgreSQL and git themselves.
describe('what a mirror has left', () => {
  const world = ElsewhereWorld.ofSuite();
  const url = 'https://git.example.org/a.git';

  it('is removed where it is none any more, is switched off, or has another address', async () => {
    await world.put({ direction: 'pull', url, enabled: true });
    await world.idle();
    const before = world.tidied;
    await world.put({ interval: 900 });
    expect(world.tidied).toBe(before);
    await world.put({ url: 'https://git.example.org/b.git' });
    expect(world.tidied).toBe(before + 1);
    await world.put({ enabled: false });
    expect(world.tidied).toBe(before + 2);
    await world.put(null);
    expect(world.tidied).toBe(before + 3);
  });
});
