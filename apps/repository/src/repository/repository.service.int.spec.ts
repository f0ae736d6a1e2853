import { stat } from 'node:fs/promises';
import { identityCalls, repositoryChanged } from '@holdfast/contracts';
import type { ProjectScope } from '@holdfast/kernel';
import { answer, call, errorsOf, ServiceWorld } from '../service-world.fixture.js';
import { repositoryCalls } from './repository-calls.fixture.js';

// PostgreSQL and git themselves; the server's address comes from tools/test.
describe('repositories of a project', () => {
  let world: ServiceWorld;
  let calls: ReturnType<typeof repositoryCalls>;
  beforeAll(async () => {
    world = await ServiceWorld.start();
    calls = repositoryCalls(world);
  });
  afterAll(() => world.end());

  it('are shown as they were created', async () => {
    const ctx = world.project();
    const made = await answer(
      calls.create(ctx, {
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
      default_base_branch: 'main',
      description: 'How it is built',
      properties: { a: ['1'] },
      storage_limit: null,
      storage_used: 0,
      creator: { uuid: ctx.principal?.account.uuid },
      project: { id: 'demo', uuid: ctx.project?.uuid },
      forked_from: null,
      import: null,
      mirror: null,
      hook_events: ['push'],
      pushed_at: null,
      created_at: made.created_at,
      updated_at: made.created_at,
    });
    expect(await calls.show(ctx, 'tools/build')).toEqual(made);
    expect(await calls.show(ctx, made.uuid)).toEqual(made);
    expect(world.events.at(-1)).toEqual({
      subject: repositoryChanged,
      event: { project: ctx.project?.uuid, repository: made.uuid },
    });
  });

  it('of an artifact type have a policy and no directory', async () => {
    const ctx = world.project();
    const made = await answer(calls.create(ctx, { id: 'releases', type: 'maven', policy: 'release' }));
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

  it('merge their properties and keep what is not sent', async () => {
    const ctx = await world.repository(world.project(), { id: 'props', type: 'git', description: 'd' });
    await answer(calls.update(ctx, 'props', { properties: { a: '1', b: { c: '2' } } }));
    const changed = await answer(calls.update(ctx, 'props', { properties: { a: null, d: '3' } }));
    expect(changed).toMatchObject({ description: 'd', properties: { b: { c: '2' }, d: '3' } });
    await Promise.all(
      [1, 2, 3, 4].map((n) => answer(calls.update(ctx, 'props', { properties: { [`k${n}`]: 'v' } }))),
    );
    expect(Object.keys((await calls.show(ctx, 'props')).properties).sort()).toEqual([
      'b',
      'd',
      'k1',
      'k2',
      'k3',
      'k4',
    ]);
    const large = 'x'.repeat(40_000);
    await answer(calls.update(ctx, 'props', { properties: { large } }));
    expect(await errorsOf(calls.update(ctx, 'props', { properties: { more: large } }))).toEqual({
      properties: { maximum: 65_536 },
    });
  });

  it('refuse a change of what is fixed, and take it unchanged', async () => {
    const ctx = await world.repository(world.project(), { id: 'fixed', type: 'git' });
    const shown = await calls.show(ctx, 'fixed');
    expect(
      await errorsOf(calls.update(ctx, 'fixed', { id: 'other', type: 'maven', uuid: 'x', policy: 'mixed' })),
    ).toEqual({
      id: { locked: true },
      type: { locked: true },
      uuid: { locked: true },
      policy: { invalid: true },
    });
    const again = await answer(calls.update(ctx, 'fixed', { ...shown, description: 'new' }));
    expect(again).toMatchObject({ id: 'fixed', description: 'new' });
  });

  it('take their creator by his id, too, and lock him where it is another', async () => {
    const ctx = await world.repository(world.project(), { id: 'named', type: 'git' });
    const { uuid = '' } = ctx.principal?.account ?? {};
    const asked: unknown[] = [];
    world.answering = (subject, _, input) => {
      asked.push([subject, input]);
      return { ids: { [uuid]: 'ada' } };
    };
    const question = [identityCalls.accountIds, { company: ctx.principal?.company.uuid, accounts: [uuid] }];
    for (const creator of ['ada', { id: 'ada' }])
      expect(await answer(calls.update(ctx, 'named', { creator, description: 'new' }))).toMatchObject({
        creator: { uuid },
        description: 'new',
      });
    for (const creator of ['eve', { id: 'eve' }])
      expect(await errorsOf(calls.update(ctx, 'named', { creator }))).toEqual({ creator: { locked: true } });
    expect(asked).toEqual([question, question, question, question]);
    for (const creator of [uuid, { uuid, id: 'ada', type: 'user' }])
      await answer(calls.update(ctx, 'named', { creator }));
    expect(asked).toHaveLength(4);
    world.answering = () => ({});
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
    await answer(calls.update(ctx, 'heads', { default_identifier: 'next' }));
    expect(await head()).toBe('next');
    const commit = await world.commit(ctx, 100);
    for (const id of ['one', 'two']) await answer(world.branches.create(ctx, call({ body: { id, commit } })));
    expect(await calls.show(ctx, 'heads')).toMatchObject({ default_identifier: 'one' });
    expect(await errorsOf(calls.update(ctx, 'heads', { default_identifier: 'next' }))).toEqual({
      default_identifier: { not_found: true },
    });
    expect(await errorsOf(calls.update(ctx, 'heads', { default_identifier: 'a..b' }))).toEqual({
      default_identifier: { invalid: true },
    });
    expect(await answer(calls.update(ctx, 'heads', { default_identifier: 'two' }))).toMatchObject({
      default_identifier: 'two',
    });
    expect(await head()).toBe('two');
  });

  it('are renamed when they are deleted, stay readable and are changed no more', async () => {
    const ctx = world.project();
    for (const expected of ['gone-1', 'gone-2']) {
      await answer(calls.create(ctx, { id: 'gone', type: 'git' }));
      const deleted = await calls.remove(ctx, 'gone');
      expect(deleted).toMatchObject({ id: expected, old_id: 'gone', deleted_at: deleted.updated_at });
      expect(await calls.show(ctx, expected)).toEqual(deleted);
    }
    expect(await calls.ids(ctx)).toEqual([]);
    expect(await calls.ids(ctx, { active: false })).toEqual(['gone-1', 'gone-2']);
    expect(await errorsOf(calls.update(ctx, 'gone-1', { description: 7 }))).toEqual({ id: { locked: true } });
    expect(
      await errorsOf(world.repositories.delete(ctx, call({ params: { repository_id: 'gone-1' } }))),
    ).toEqual({
      id: { locked: true },
    });
    expect(await errorsOf(world.repositories.show(ctx, call({ params: { repository_id: 'gone' } })))).toBe(
      'not_found',
    );
    expect(await errorsOf(calls.create(ctx, { id: 'gone-1', type: 'git' }))).toEqual({
      id: { reserved: true },
    });
    await stat(world.placement.directory((await world.below(ctx, 'gone-2')).repository));
  });

  it('of a deactivated project are read-only', async () => {
    const ctx = await world.repository(world.project(), { id: 'still', type: 'git' });
    const later = { ...ctx, project: { ...(ctx.project as ProjectScope), deleted: true } };
    const locked = { id: { locked: true } };
    expect(await errorsOf(calls.create(later, { id: 1 }))).toEqual(locked);
    expect(await errorsOf(calls.update(later, 'still', {}))).toEqual(locked);
    expect(
      await errorsOf(world.repositories.delete(later, call({ params: { repository_id: 'still' } }))),
    ).toEqual(locked);
    expect(await calls.ids(later)).toEqual(['still']);
  });

  it('are not found by what no repository is called', async () => {
    const ctx = world.project();
    for (const id of ['none', 'a\0b', 'ä', '', "'", '0190a000-0000-7000-8000-000000000001'])
      expect(await errorsOf(world.repositories.show(ctx, call({ params: { repository_id: id } })))).toBe(
        'not_found',
      );
  });

  it('are found whatever form a sigma has, and by nothing else in its place', async () => {
    const ctx = world.project();
    for (const [id, description] of [
      ['large', 'ΟΔΟΣ'],
      ['small', 'οδος'],
      ['other', 'ΟΔΟ!'],
    ])
      await answer(calls.create(ctx, { id, type: 'git', description }));
    for (const searchTerm of ['ΟΔΟΣ', 'οδος', 'οδοσ', 'δΟσ', 'Σ'])
      expect(await calls.ids(ctx, { searchTerm })).toEqual(['large', 'small']);
    expect(await calls.ids(ctx, { searchTerm: 'ο%ος' })).toEqual([]);
  });

  it('are searched, sorted, filtered by time and paged', async () => {
    const ctx = world.project();
    for (const [id, description] of [
      ['one', 'Ärger'],
      ['Two', 'plain'],
      ['three', 'needle'],
    ])
      await answer(calls.create(ctx, { id, type: 'git', description }));
    expect(await calls.ids(ctx)).toEqual(['Two', 'one', 'three']);
    expect(await calls.ids(ctx, { searchTerm: 'ärg' })).toEqual(['one']);
    expect(await calls.ids(ctx, { searchTerm: 't', searchFields: ['id'] })).toEqual(['Two', 'three']);
    expect(await calls.ids(ctx, { sort: 'description', descending: true, limit: 2 })).toHaveLength(2);
    expect(await calls.ids(ctx, { after: Math.floor(Date.now() / 1000) + 10 })).toEqual([]);
    expect(await calls.ids(ctx, { offset: 1, limit: 1 })).toEqual(['one']);
  });
});
