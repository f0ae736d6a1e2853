import { repositoryChanged } from '@holdfast/contracts';
import { wholeList, type CallContext } from '@holdfast/kernel';
import { answer, call, errorsOf, ServiceWorld } from '../service-world.fixture.js';
import { repositoryCalls } from './repository-calls.fixture.js';

// PostgreSQL itself; the server's address comes from tools/test.
describe('a group of repositories', () => {
  let world: ServiceWorld;
  let calls: ReturnType<typeof repositoryCalls>;
  let ctx: CallContext;
  let uuids: Record<string, string>;
  beforeAll(async () => {
    world = await ServiceWorld.start();
    calls = repositoryCalls(world);
  });
  afterAll(() => world.end());

  beforeEach(async () => {
    ctx = world.project();
    uuids = {};
    for (const [id, type, more] of [
      ['b', 'maven', {}],
      ['a', 'maven', { redeploy: true }],
      ['other', 'ivy', {}],
      ['code', 'git', {}],
    ] as const)
      uuids[`${id}s`] = (await answer(calls.create(ctx, { id: `${id}s`, type, ...more }))).uuid;
  });

  const group = (members: unknown, more: object = {}) =>
    calls.create(ctx, { id: 'all', type: 'maven', members, ...more });
  const shown = async () => (await calls.show(ctx, 'all')).members;
  const resolved = async () => (await world.below(ctx, 'all')).repository;

  it('shows its members in their order, has no policy, and gateways learn what it serves', async () => {
    const made = await answer(group(['bs', uuids.as.toUpperCase()]));
    expect(made).toMatchObject({ members: ['bs', 'as'], type: 'maven', default_identifier: 'maven' });
    expect(Object.keys(made)).not.toEqual(expect.arrayContaining(['policy']));
    expect(await calls.show(ctx, 'all')).toEqual(made);
    const list = { ...wholeList, searchTerm: 'all' };
    const page = await answer(world.repositories.list(ctx, call({ list })));
    expect(page.results).toEqual([made]);
    expect(await resolved()).toMatchObject({ members: [uuids.bs, uuids.as], redeploy: true });
    expect((await world.below(ctx, 'as')).repository).not.toHaveProperty('members');
    expect(await calls.show(ctx, 'as')).not.toHaveProperty('members');
  });

  it('takes other members, and others are told', async () => {
    await answer(group(['as', 'bs']));
    const before = world.events.length;
    const { uuid, members } = await answer(calls.update(ctx, 'all', { members: ['bs'] }));
    expect(members).toEqual(['bs']);
    expect(world.events.slice(before)).toEqual([
      { subject: repositoryChanged, event: { project: ctx.project?.uuid, repository: uuid } },
    ]);
    expect(await resolved()).toMatchObject({ members: [uuids.bs], redeploy: false });
    expect(await answer(calls.update(ctx, 'all', { description: 'd' }))).toMatchObject({ members: ['bs'] });
    expect(await answer(calls.update(ctx, 'all', await calls.show(ctx, 'all')))).toMatchObject({
      members: ['bs'],
    });
    expect(await answer(calls.update(ctx, 'all', { members: [] }))).toMatchObject({ members: [] });
    expect(await resolved()).toMatchObject({ members: [] });
  });

  it('loses a member that is deactivated or purged, and gets none of its name', async () => {
    await answer(group(['as', 'bs']));
    await calls.remove(ctx, 'as');
    expect(await shown()).toEqual(['bs']);
    expect(await resolved()).toMatchObject({ members: [uuids.bs], redeploy: false });
    await answer(calls.create(ctx, { id: 'as', type: 'maven' }));
    expect(await shown()).toEqual(['bs']);
    await world.source.query('delete from repository.repository where uuid = $1', [uuids.bs]);
    expect([await shown(), (await resolved()).members]).toEqual([[], []]);
    expect(await calls.remove(ctx, 'all')).toMatchObject({ id: 'all-1', members: [] });
  });

  it.each([
    ['what is not there', ['as', 'none'], { not_found: true }],
    ['what nothing is called', ['as', "'"], { not_found: true }],
    ['one that has its type only by name', ['others'], { invalid: true }],
    ['a repository of version control', ['codes'], { invalid: true }],
    ['one twice', ['as', 'as'], { invalid: true }],
    ['no list', 'as', { invalid: true }],
    ['no text', [7], { invalid: true }],
    ['an empty text', [''], { minimum: 1 }],
    ['too many', Array.from({ length: 51 }, (_, at) => `m${at}`), { maximum: 50 }],
  ])('is not made of %s', async (_, members, problem) => {
    expect(await errorsOf(group(members))).toEqual({ members: problem });
    await answer(group([]));
    expect(await errorsOf(calls.update(ctx, 'all', { members }))).toEqual({ members: problem });
  });

  it('has no members of another project, no deactivated ones, and no groups, itself included', async () => {
    const elsewhere = world.project();
    const foreign = await answer(calls.create(elsewhere, { id: 'foreign', type: 'maven' }));
    expect(await errorsOf(group([foreign.uuid]))).toEqual({ members: { not_found: true } });
    expect(await errorsOf(group(['foreign']))).toEqual({ members: { not_found: true } });
    await calls.remove(ctx, 'bs');
    expect(await errorsOf(group([uuids.bs]))).toEqual({ members: { not_found: true } });
    await answer(group(['as']));
    expect(await errorsOf(calls.create(ctx, { id: 'more', type: 'maven', members: ['all'] }))).toEqual({
      members: { invalid: true },
    });
    expect(await errorsOf(calls.update(ctx, 'all', { members: ['as', 'all'] }))).toEqual({
      members: { invalid: true },
    });
  });

  it('stays a group, and nothing else becomes one', async () => {
    await answer(group([]));
    const locked = { members: { locked: true } };
    expect(await errorsOf(calls.update(ctx, 'all', { members: null }))).toEqual(locked);
    expect(await errorsOf(calls.update(ctx, 'as', { members: [] }))).toEqual(locked);
    expect(await answer(calls.update(ctx, 'as', { members: null }))).toMatchObject({ policy: 'mixed' });
    expect(await errorsOf(calls.update(ctx, 'codes', { members: [] }))).toEqual({
      members: { invalid: true },
    });
    expect(await errorsOf(calls.create(ctx, { id: 'vcs', type: 'git', members: ['as'] }))).toEqual({
      members: { invalid: true },
    });
    expect(await errorsOf(calls.update(ctx, 'all', { policy: 'release', redeploy: true }))).toEqual({
      policy: { invalid: true },
      redeploy: { invalid: true },
    });
    expect(await answer(calls.create(ctx, { id: 'alone', type: 'maven', members: null }))).toMatchObject({
      policy: 'mixed',
    });
  });
});
