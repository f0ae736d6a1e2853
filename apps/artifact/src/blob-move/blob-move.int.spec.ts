import { randomBytes } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { StorageFull } from '@holdfast/blob-spi';
import { setLogLevel } from '@holdfast/platform/observability';
import { hash } from '../testing/artifact-suite.js';
import { BlobMoveService } from './blob-move.service.js';
import { BlobMover } from './blob-mover.js';
import { MovingSystem } from './moving-system.fixture.js';

const digestOf = (body: Buffer): string => hash('sha256', body);

describe('blobs that are moved', () => {
  let moving: MovingSystem;
  const bodies = (count: number, size = 70_000): Buffer[] =>
    Array.from({ length: count }, (_, index) => randomBytes(size + index));
  const putAll = async (all: readonly Buffer[]): Promise<void> => {
    for (const [index, body] of all.entries()) expect(await moving.put(`/${index}`, body)).toBe(201);
  };
  const blobAt = (body: Buffer): string => {
    const digest = digestOf(body);
    return join(moving.system.data, 'blobs', digest.slice(0, 2), digest.slice(2));
  };

  beforeAll(() => setLogLevel('silent'));
  beforeEach(async () => {
    moving = await MovingSystem.start();
  });
  afterEach(() => moving.stop());

  it('are all in the other store then, which is enough', async () => {
    const all = [...bodies(20), randomBytes(3_000_000), Buffer.alloc(0)];
    await putAll(all);
    expect(await moving.get('/3')).toEqual({ status: 200, body: all[3] });
    expect(await moving.put('/new', 'new', 1)).toBe(201);
    expect(await moving.moved()).toMatchObject({
      ...{ checks: false, target: 'new', former: 'old', state: 'done', percent: 100, waits: '', error: null },
      ...{ pass: 2, seen: 23, copied: 22, faults: 0, lines: [] },
      bytes: all.reduce((sum, { length }) => sum + length, 0),
    });
    for (const body of all) await rm(blobAt(body));
    for (const [index, body] of all.entries())
      expect([index, await moving.get(`/${index}`)]).toEqual([index, { status: 200, body }]);
    expect(await moving.moved()).toMatchObject({ state: 'done', pass: 1, copied: 0, seen: 23 });
    expect(await moving.moved(true)).toMatchObject({ checks: true, former: null, copied: 23, faults: 0 });
  });

  it('are what they were, or are named, and not stored', async () => {
    const all = bodies(3);
    await putAll(all);
    await writeFile(blobAt(all[0]), randomBytes(all[0].length));
    await rm(blobAt(all[1]));
    const done = await moving.moved();
    expect(done).toMatchObject({ state: 'done', copied: 1, faults: 2 });
    expect([...done.lines].sort()).toEqual(
      [
        `${digestOf(all[0])} is not what it was in old`,
        `${digestOf(all[1])} is in neither of the stores`,
      ].sort(),
    );
    expect(await moving.arrived()).toEqual([digestOf(all[2])]);
  });

  it('are checked where they are', async () => {
    const all = bodies(3);
    for (const [index, body] of all.entries()) await moving.put(`/${index}`, body, 1);
    const path = join(moving.data, 'blobs', digestOf(all[1]).slice(0, 2), digestOf(all[1]).slice(2));
    await writeFile(path, (await readFile(path)).reverse());
    await moving.put('/elsewhere', 'elsewhere');
    expect((await moving.moved(true)).lines.sort()).toEqual(
      [
        `${digestOf(all[1])} is not what it was in new`,
        `${hash('sha256', 'elsewhere')} is not in new`,
      ].sort(),
    );
  });

  it('do not come back when they are deleted, and are swept from both stores', async () => {
    const [one, other] = bodies(2);
    await putAll([one, other]);
    await moving.moved();
    await moving.remove('/0');
    await moving.moving.sweep.sweep(-60_000);
    expect(await moving.arrived()).toEqual([digestOf(other)]);
    expect(await moving.system.stored('blobs')).toEqual([digestOf(other).slice(2)]);
    expect(await moving.moved()).toMatchObject({ seen: 1, copied: 0, faults: 0 });
    await moving.put('/0', one, 1);
    expect(await moving.get('/0')).toEqual({ status: 200, body: one });
  });

  it('are taken up again where they were cut off, and looked through once more from end to end', async () => {
    const all = bodies(150, 100);
    await putAll(all);
    const { store } = moving.into;
    const { source } = moving.before;
    const stage = store.stage.bind(store);
    let left = 120;
    const cut = jest.spyOn(store, 'stage').mockImplementation(async (body, options) => {
      left -= 1;
      if (left === 0)
        await source.query(
          `update blob_move set runner = gen_random_uuid(), heard_at = now() - interval '1 hour'`,
        );
      return stage(body, options);
    });
    expect(await moving.moved()).toMatchObject({
      ...{ state: 'running', pass: 1, seen: 100 },
      waits: 'no process of the artifact service with these stores is at work',
    });
    cut.mockRestore();
    // As a restore of a part does, while the installation is down: also before the place that was reached.
    const others = bodies(20, 300);
    for (const [index, body] of others.entries()) await moving.put(`/other/${index}`, body);
    expect(await moving.moved()).toMatchObject({ state: 'done', seen: 170, faults: 0 });
    expect((await moving.arrived()).sort()).toEqual([...all, ...others].map(digestOf).sort());
  });

  it('wait for a store that is away, and end where there is no room', async () => {
    const all = bodies(2);
    await putAll(all);
    const { store } = moving.into;
    const stage = jest.spyOn(store, 'stage');
    const check = jest.spyOn(store, 'check');
    const away = (): void => {
      stage.mockRejectedValueOnce(new Error('no answer'));
      check.mockRejectedValueOnce(new Error('no answer'));
    };
    expect(await moving.moved(false, away)).toMatchObject({ state: 'done', copied: 2, faults: 0, waits: '' });
    expect(check).toHaveBeenCalledTimes(1);
    await moving.put('/more', 'more');
    const isFull = (): void => void stage.mockRejectedValueOnce(new StorageFull());
    expect(await moving.moved(false, isFull)).toMatchObject({
      state: 'failed',
      error: 'the storage is full',
    });
    const fails = (): void => void stage.mockRejectedValue(new Error('it cannot be written'));
    expect(await moving.moved(false, fails)).toMatchObject({
      state: 'done',
      lines: [`${hash('sha256', 'more')}: it cannot be written`],
    });
    stage.mockRestore();
    expect(await moving.moved()).toMatchObject({ state: 'done', copied: 1, faults: 0 });
  });

  describe('are refused', () => {
    const reason = async (checks = false) => (await moving.ask(checks)).error?.reason;

    it('where there is one store only', async () => {
      await expect(
        moving.before.part(BlobMoveService).begin({ requestId: '', deadline: 0 }, { checks: false }),
      ).resolves.toMatchObject({
        error: { reason: expect.stringContaining('blobs lie in disk only') as string },
      });
    });

    it('where a process has other stores, which would write elsewhere', async () => {
      await moving.before.part(BlobMover).onModuleInit();
      expect(await reason()).toMatch(/^a process of the artifact service has other stores \(disk\)/);
      await moving.before.source.query("update store_use set until = now() - interval '1 second'");
      expect(await reason()).toBeUndefined();
    });

    // It said so for a minute, and uploads may take an hour.
    it('where a process that ends still takes in what was begun with other stores', async () => {
      jest.useFakeTimers({ doNotFake: ['Date', 'nextTick', 'setImmediate', 'setTimeout', 'performance'] });
      const mover = moving.before.part(BlobMover);
      const query = (text: string): Promise<unknown[]> => moving.before.source.query(text);
      try {
        await mover.onModuleInit();
        mover.onApplicationBootstrap();
        mover.onModuleDestroy();
        await query("update store_use set until = now() - interval '1 second'");
        jest.advanceTimersByTime(10_000);
        while ((await query('select 1 from store_use where until > now()')).length === 0);
        expect(await reason()).toMatch(/^a process of the artifact service has other stores \(disk\)/);
      } finally {
        jest.useRealTimers();
        await mover.onApplicationShutdown();
      }
      expect(await reason()).toBeUndefined();
    });

    it('where a store is another installation’s', async () => {
      await moving.into.store.owner.claim('somebody');
      expect(await reason()).toMatch(/^the blobs in new are another installation's/);
    });

    it('while others are checked, until that is stopped', async () => {
      jest.spyOn(moving.moving.part(BlobMover), 'wake').mockReturnValue();
      expect(await reason(true)).toBeUndefined();
      expect(await reason()).toMatch(/^a check of blobs runs/);
      await moving.moving.part(BlobMoveService).stop();
      expect(await moving.last()).toMatchObject({ checks: true, state: 'stopped' });
      expect(await reason()).toBeUndefined();
    });
  });

  it('end where a process with other stores comes', async () => {
    await putAll(bodies(2));
    const { store } = moving.into;
    const has = store.has.bind(store);
    const seen = jest.spyOn(store, 'has').mockImplementation(async (digest) => {
      await moving.before.part(BlobMover).onModuleInit();
      return has(digest);
    });
    expect(await moving.moved()).toMatchObject({
      state: 'failed',
      error: expect.stringMatching(/^a process of the artifact service has other stores/) as string,
    });
    seen.mockRestore();
  });
});
