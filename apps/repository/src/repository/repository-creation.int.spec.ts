import { mkdir, readdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { jest } from '@jest/globals';
import { artifactKinds } from '@holdfast/contracts/artifact-kinds';
import { kindWords } from '@holdfast/contracts/kind-words';
import { vcsKinds } from '@holdfast/contracts/vcs-kinds';
import { DomainError } from '@holdfast/kernel';
import { answer, errorsOf, ServiceWorld } from '../service-world.fixture.js';
import { repositoryCalls } from './repository-calls.fixture.js';

/** A type that is promised and has no library yet. If all have one: a type that there will never be. */
const announced =
  kindWords.find((word) => ![...vcsKinds, ...artifactKinds].some(({ id }) => id === word)) ?? 'none';

// PostgreSQL and git themselves; the server's address comes from tools/test.
describe('new repositories', () => {
  let world: ServiceWorld;
  let calls: ReturnType<typeof repositoryCalls>;
  beforeAll(async () => {
    world = await ServiceWorld.start();
    calls = repositoryCalls(world);
  });
  afterAll(() => world.end());

  it('are not created while anything is wrong, and all of it is reported', async () => {
    const ctx = world.project();
    await answer(calls.create(ctx, { id: 'used', type: 'git' }));
    expect(
      await errorsOf(
        calls.create(ctx, {
          id: 'used',
          type: 'git',
          policy: 'mixed',
          default_identifier: 'a..b',
          description: 7,
        }),
      ),
    ).toEqual({
      id: { reserved: true },
      policy: { invalid: true },
      default_identifier: { invalid: true },
      description: { invalid: true },
    });
    expect(await errorsOf(calls.create(ctx, {}))).toEqual({ id: { empty: true }, type: { empty: true } });
    expect(await errorsOf(calls.create(ctx, { id: 'a/b', type: 'ivy' }))).toEqual({ id: { invalid: true } });
    expect(await errorsOf(calls.create(ctx, { id: '.x', type: announced }))).toEqual({
      id: { invalid: true },
      type: { invalid: true },
    });
    expect(await calls.ids(ctx)).toEqual(['used']);
  });

  it.each(vcsKinds.filter(({ optional }) => optional).map(({ id }) => id))(
    'of %s are refused where its programs are missing, and come later where its engine is away',
    async (type) => {
      const ctx = world.project();
      const { vcs } = world.types.of(type);
      if (!vcs) throw new Error('it has no engine');
      const health = jest.spyOn(vcs, 'health');
      try {
        health.mockResolvedValue({ ready: false, problem: 'missing' });
        expect(await errorsOf(calls.create(ctx, { id: 'rr', type }))).toEqual({ type: { invalid: true } });
        health.mockRejectedValue(DomainError.unavailable('away'));
        expect(await errorsOf(calls.create(ctx, { id: 'rr', type }))).toBe('unavailable');
      } finally {
        health.mockRestore();
      }
    },
  );

  it('exclude ids that are directories of each other, across types', async () => {
    const ctx = world.project();
    await answer(calls.create(ctx, { id: 'a/b', type: 'git' }));
    await answer(calls.create(ctx, { id: 'cc', type: 'maven' }));
    for (const id of ['a/b/c', 'cc/d', 'a/b'])
      expect(await errorsOf(calls.create(ctx, { id, type: 'git' }))).toEqual({ id: { reserved: true } });
    await answer(calls.create(ctx, { id: 'a/bb', type: 'git' }));
    await answer(calls.create(ctx, { id: 'a/b-c', type: 'git' }));
  });

  it('that exclude each other are not created together however they race', async () => {
    for (let round = 0; round < 10; round += 1) {
      const ctx = world.project();
      const races = ['aa', 'aa/b', 'aa/b/c', 'aa', 'aa/b'].map((id) =>
        calls.create(ctx, { id, type: 'git' }),
      );
      const outcomes = (await Promise.all(races)) as { error?: unknown }[];
      const made = await calls.ids(ctx);
      expect(made).toHaveLength(1);
      expect(outcomes.filter(({ error }) => !error)).toHaveLength(1);
    }
    expect(await readdir(join(world.data, 'pending'))).toEqual([]);
  });

  it('leave neither row nor directory when their creation fails', async () => {
    const ctx = world.project();
    const before = await directories(world.data);
    await world.source.query(
      'alter table repository.repository add constraint nothing check (description <> $$x$$)',
    );
    expect(await errorsOf(calls.create(ctx, { id: 'broken', type: 'git', description: 'x' }))).toBe('fault');
    await world.source.query('alter table repository.repository drop constraint nothing');
    expect(await calls.ids(ctx)).toEqual([]);
    expect(await world.placement.pending(Date.now() + 1000)).toEqual([]);
    expect(await directories(world.data)).toEqual(before);
  });

  it('whose creation was cut off are settled by what the database says', async () => {
    const ctx = await world.repository(world.project(), { id: 'kept', type: 'git' });
    const kept = { uuid: ctx.repository.uuid, type: 'git' };
    const lost = { uuid: '01a1f7dc-1177-780b-9fe6-c3f38bfdc64b', type: 'git' };
    await world.types.of('git').vcs?.create(world.placement.directory(lost));
    // One of which not even the directory is whole.
    const halfMade = { uuid: '01a1f7dc-1177-780b-9fe6-c3f38bfdc64c', type: 'git' };
    const directory = world.placement.directory(halfMade);
    const beside = join(dirname(directory), `.${basename(directory)}.0123456789abcdef.new`);
    await mkdir(join(beside, 'objects'), { recursive: true });
    for (const each of [kept, lost, halfMade]) await world.placement.begin(each);
    await world.creations.sweep(Date.now() + 1000);
    await stat(world.placement.directory(kept));
    await expect(stat(world.placement.directory(lost))).rejects.toThrow('ENOENT');
    await expect(stat(beside)).rejects.toThrow('ENOENT');
    expect(await world.placement.pending(Date.now() + 1000)).toEqual([]);
  });
});

const directories = async (data: string): Promise<string[]> =>
  (await readdir(data, { recursive: true })).filter((name) => name.endsWith('.git')).sort();
