import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { repositoryChanged } from '@holdfast/contracts';
import { artifactKinds } from '@holdfast/contracts/artifact-kinds';
import { kindWords } from '@holdfast/contracts/kind-words';
import { vcsKinds } from '@holdfast/contracts/vcs-kinds';
import { wholeList, type CallContext, type ProjectScope } from '@holdfast/kernel';
import { answer, call, errorsOf, ServiceWorld } from '../service-world.fixture.js';

/** A type that is promised and has no library yet. If all have one: a type that there will never be. */
const announced =
  kindWords.find((word) => ![...vcsKinds, ...artifactKinds].some(({ id }) => id === word)) ?? 'none';

// PostgreSQL and git themselves; the server's address comes from tools/test.
describe('repositories of a project', () => {
  let world: ServiceWorld;
  beforeAll(async () => {
    world = await ServiceWorld.start();
  });
  afterAll(() => world.end());

  const create = (ctx: CallContext, body: object) =>
    world.repositories.create(ctx, call({ body: body as never }));
  const update = (ctx: CallContext, id: string, body: object) =>
    world.repositories.update(ctx, call({ params: { repository_id: id }, body: body as never }));
  const show = (ctx: CallContext, id: string) =>
    answer(world.repositories.show(ctx, call({ params: { repository_id: id } })));
  const remove = (ctx: CallContext, id: string) =>
    answer(world.repositories.delete(ctx, call({ params: { repository_id: id } })));
  const ids = async (ctx: CallContext, list: object = {}) => {
    const page = await answer(world.repositories.list(ctx, call({ list: { ...wholeList, ...list } })));
    return page.results.map(({ id }) => id);
  };

  it('are shown as they were created', async () => {
    const ctx = world.project();
    const made = await answer(
      create(ctx, {
        id: 'tools/build',
        type: 'git',
        description: 'How it is built',
        properties: { a: ['1'], b: null },
      }),
    );
    expect(made).toEqual({
      id: 'tools/build',
      uuid: made.uuid,
      type: 'git',
      http_url: 'http://code.example.com/acme/projects/demo/repositories/git/tools/build',
      ssh_url: 'svc@code.example.com:acme/projects/demo/repositories/git/tools/build',
      default_identifier: 'main',
      description: 'How it is built',
      properties: { a: ['1'] },
      storage_limit: null,
      storage_used: 0,
      creator: { uuid: ctx.principal?.account.uuid },
      project: { id: 'demo', uuid: ctx.project?.uuid },
      hook_events: ['push'],
      created_at: made.created_at,
      updated_at: made.created_at,
    });
    expect(await show(ctx, 'tools/build')).toEqual(made);
    expect(await show(ctx, made.uuid)).toEqual(made);
    expect(world.events.at(-1)).toEqual({
      subject: repositoryChanged,
      event: { project: ctx.project?.uuid, repository: made.uuid },
    });
  });

  it('of an artifact type have a policy and no directory', async () => {
    const ctx = world.project();
    const made = await answer(create(ctx, { id: 'releases', type: 'maven', policy: 'release' }));
    expect(made).toMatchObject({
      policy: 'release',
      redeploy: false,
      ssh_url: '',
      default_identifier: 'maven',
      hook_events: [],
    });
    await expect(stat(world.placement.directory({ uuid: made.uuid, type: 'maven' }))).rejects.toThrow(
      'ENOENT',
    );
  });

  it('are not created while anything is wrong, and all of it is reported', async () => {
    const ctx = world.project();
    await answer(create(ctx, { id: 'used', type: 'git' }));
    expect(
      await errorsOf(
        create(ctx, { id: 'used', type: 'git', policy: 'mixed', default_identifier: 'a..b', description: 7 }),
      ),
    ).toEqual({
      id: { reserved: true },
      policy: { invalid: true },
      default_identifier: { invalid: true },
      description: { invalid: true },
    });
    expect(await errorsOf(create(ctx, {}))).toEqual({ id: { empty: true }, type: { empty: true } });
    expect(await errorsOf(create(ctx, { id: 'a/b', type: 'ivy' }))).toEqual({ id: { invalid: true } });
    expect(await errorsOf(create(ctx, { id: '.x', type: announced }))).toEqual({
      id: { invalid: true },
      type: { invalid: true },
    });
    expect(await ids(ctx)).toEqual(['used']);
  });

  it('exclude ids that are directories of each other, across types', async () => {
    const ctx = world.project();
    await answer(create(ctx, { id: 'a/b', type: 'git' }));
    await answer(create(ctx, { id: 'cc', type: 'maven' }));
    for (const id of ['a/b/c', 'cc/d', 'a/b'])
      expect(await errorsOf(create(ctx, { id, type: 'git' }))).toEqual({ id: { reserved: true } });
    await answer(create(ctx, { id: 'a/bb', type: 'git' }));
    await answer(create(ctx, { id: 'a/b-c', type: 'git' }));
  });

  it('that exclude each other are not created together however they race', async () => {
    for (let round = 0; round < 10; round += 1) {
      const ctx = world.project();
      const races = ['aa', 'aa/b', 'aa/b/c', 'aa', 'aa/b'].map((id) => create(ctx, { id, type: 'git' }));
      const outcomes = (await Promise.all(races)) as { error?: unknown }[];
      const made = await ids(ctx);
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
    expect(await errorsOf(create(ctx, { id: 'broken', type: 'git', description: 'x' }))).toBe('fault');
    await world.source.query('alter table repository.repository drop constraint nothing');
    expect(await ids(ctx)).toEqual([]);
    expect(await world.placement.pending(Date.now() + 1000)).toEqual([]);
    expect(await directories(world.data)).toEqual(before);
  });

  it('whose creation was cut off are settled by what the database says', async () => {
    const ctx = await world.repository(world.project(), { id: 'kept', type: 'git' });
    const kept = { uuid: ctx.repository.uuid, type: 'git' };
    const lost = { uuid: '01a1f7dc-1177-780b-9fe6-c3f38bfdc64b', type: 'git' };
    await world.types.of('git').vcs?.create(world.placement.directory(lost));
    for (const each of [kept, lost]) await world.placement.begin(each);
    await world.creations.sweep(Date.now() + 1000);
    await stat(world.placement.directory(kept));
    await expect(stat(world.placement.directory(lost))).rejects.toThrow('ENOENT');
    expect(await world.placement.pending(Date.now() + 1000)).toEqual([]);
  });

  it('merge their properties and keep what is not sent', async () => {
    const ctx = await world.repository(world.project(), { id: 'props', type: 'git', description: 'd' });
    await answer(update(ctx, 'props', { properties: { a: '1', b: { c: '2' } } }));
    const changed = await answer(update(ctx, 'props', { properties: { a: null, d: '3' } }));
    expect(changed).toMatchObject({ description: 'd', properties: { b: { c: '2' }, d: '3' } });
    await Promise.all(
      [1, 2, 3, 4].map((n) => answer(update(ctx, 'props', { properties: { [`k${n}`]: 'v' } }))),
    );
    expect(Object.keys((await show(ctx, 'props')).properties).sort()).toEqual([
      'b',
      'd',
      'k1',
      'k2',
      'k3',
      'k4',
    ]);
    const large = 'x'.repeat(40_000);
    await answer(update(ctx, 'props', { properties: { large } }));
    expect(await errorsOf(update(ctx, 'props', { properties: { more: large } }))).toEqual({
      properties: { maximum: 65_536 },
    });
  });

  it('refuse a change of what is fixed, and take it unchanged', async () => {
    const ctx = await world.repository(world.project(), { id: 'fixed', type: 'git' });
    const shown = await show(ctx, 'fixed');
    expect(
      await errorsOf(update(ctx, 'fixed', { id: 'other', type: 'maven', uuid: 'x', policy: 'mixed' })),
    ).toEqual({
      id: { locked: true },
      type: { locked: true },
      uuid: { locked: true },
      policy: { invalid: true },
    });
    const again = await answer(update(ctx, 'fixed', { ...shown, description: 'new' }));
    expect(again).toMatchObject({ id: 'fixed', description: 'new' });
  });

  it('move their default reference to branches that exist, or anywhere while they are empty', async () => {
    const ctx = await world.repository(world.project(), {
      id: 'heads',
      type: 'git',
      default_identifier: 'first',
    });
    const kind = world.types.of('git').vcs;
    const head = () => kind?.open(world.placement.directory(ctx.repository)).head();
    expect(await head()).toBe('first');
    await answer(update(ctx, 'heads', { default_identifier: 'next' }));
    expect(await head()).toBe('next');
    const commit = await world.commit(ctx, 100);
    for (const id of ['one', 'two']) await answer(world.branches.create(ctx, call({ body: { id, commit } })));
    expect(await show(ctx, 'heads')).toMatchObject({ default_identifier: 'one' });
    expect(await errorsOf(update(ctx, 'heads', { default_identifier: 'next' }))).toEqual({
      default_identifier: { not_found: true },
    });
    expect(await errorsOf(update(ctx, 'heads', { default_identifier: 'a..b' }))).toEqual({
      default_identifier: { invalid: true },
    });
    expect(await answer(update(ctx, 'heads', { default_identifier: 'two' }))).toMatchObject({
      default_identifier: 'two',
    });
    expect(await head()).toBe('two');
  });

  it('are renamed when they are deleted, stay readable and are changed no more', async () => {
    const ctx = world.project();
    for (const expected of ['gone-1', 'gone-2']) {
      await answer(create(ctx, { id: 'gone', type: 'git' }));
      const deleted = await remove(ctx, 'gone');
      expect(deleted).toMatchObject({ id: expected, old_id: 'gone', deleted_at: deleted.updated_at });
      expect(await show(ctx, expected)).toEqual(deleted);
    }
    expect(await ids(ctx)).toEqual([]);
    expect(await ids(ctx, { active: false })).toEqual(['gone-1', 'gone-2']);
    expect(await errorsOf(update(ctx, 'gone-1', { description: 7 }))).toEqual({ id: { locked: true } });
    expect(
      await errorsOf(world.repositories.delete(ctx, call({ params: { repository_id: 'gone-1' } }))),
    ).toEqual({
      id: { locked: true },
    });
    expect(await errorsOf(world.repositories.show(ctx, call({ params: { repository_id: 'gone' } })))).toBe(
      'not_found',
    );
    expect(await errorsOf(create(ctx, { id: 'gone-1', type: 'git' }))).toEqual({ id: { reserved: true } });
    await stat(world.placement.directory((await world.below(ctx, 'gone-2')).repository));
  });

  it('of a deactivated project are read-only', async () => {
    const ctx = await world.repository(world.project(), { id: 'still', type: 'git' });
    const later = { ...ctx, project: { ...(ctx.project as ProjectScope), deleted: true } };
    const locked = { id: { locked: true } };
    expect(await errorsOf(create(later, { id: 1 }))).toEqual(locked);
    expect(await errorsOf(update(later, 'still', {}))).toEqual(locked);
    expect(
      await errorsOf(world.repositories.delete(later, call({ params: { repository_id: 'still' } }))),
    ).toEqual(locked);
    expect(await ids(later)).toEqual(['still']);
  });

  it('are not found by what no repository is called', async () => {
    const ctx = world.project();
    for (const id of ['none', 'a\0b', 'ä', '', "'", '0190a000-0000-7000-8000-000000000001'])
      expect(await errorsOf(world.repositories.show(ctx, call({ params: { repository_id: id } })))).toBe(
        'not_found',
      );
  });

  it('are searched, sorted, filtered by time and paged', async () => {
    const ctx = world.project();
    for (const [id, description] of [
      ['one', 'Ärger'],
      ['Two', 'plain'],
      ['three', 'needle'],
    ])
      await answer(create(ctx, { id, type: 'git', description }));
    expect(await ids(ctx)).toEqual(['Two', 'one', 'three']);
    expect(await ids(ctx, { searchTerm: 'ärg' })).toEqual(['one']);
    expect(await ids(ctx, { searchTerm: 't', searchFields: ['id'] })).toEqual(['Two', 'three']);
    expect(await ids(ctx, { sort: 'description', descending: true, limit: 2 })).toHaveLength(2);
    expect(await ids(ctx, { after: Math.floor(Date.now() / 1000) + 10 })).toEqual([]);
    expect(await ids(ctx, { offset: 1, limit: 1 })).toEqual(['one']);
  });
});

const directories = async (data: string): Promise<string[]> =>
  (await readdir(data, { recursive: true })).filter((name) => name.endsWith('.git')).sort();
