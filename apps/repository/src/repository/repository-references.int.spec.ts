import type { CallContext, RepositoryScope } from '@holdfast/kernel';
import { HeadMover } from '../branch/head-mover.js';
import { DefaultIdentifiers } from '../catalogue/default-identifiers.js';
import { LocalRepositories } from '../placement/local-repositories.js';
import { readingOf } from '../placement/reading-of.js';
import { RefEventStore } from '../ref-change/ref-event.store.js';
import { repositoryCalls } from './repository-calls.fixture.js';
import { answer, call, errorsOf, ServiceWorld } from '../service-world.fixture.js';

type At = CallContext & { repository: RepositoryScope };

// PostgreSQL and git themselves; the server's address comes from tools/test.
describe('what a repository says of its references', () => {
  let world: ServiceWorld;
  let ctx: At;
  let commit: string;
  beforeAll(async () => {
    world = await ServiceWorld.start();
  });
  afterAll(() => world.end());
  beforeEach(async () => {
    ctx = await world.repository(world.project(), { id: 'code', type: 'git' });
    commit = await world.commit(ctx, 100);
  });

  const show = (id = 'code') => repositoryCalls(world).show(ctx, id);
  const change = (body: object, id = 'code') => repositoryCalls(world).update(ctx, id, body);
  const create = (body: object) => repositoryCalls(world).create(ctx, body);
  const branch = (id: string) => answer(world.branches.create(ctx, call({ body: { id, commit } })));
  const data = () => {
    const opened = world.part(LocalRepositories).open(ctx.repository);
    if (!opened) throw new Error('the repository has no directory');
    return opened.data;
  };

  it('has new reviews lead to the default branch, until another one is named', async () => {
    expect(await show()).toMatchObject({ default_identifier: 'main', default_base_branch: 'main' });
    for (const id of ['one', 'two']) await branch(id);
    expect(await show()).toMatchObject({ default_identifier: 'one', default_base_branch: 'one' });
    // When it was pushed to is told a little later, and is then another time than the one that was shown.
    const shown: Record<string, unknown> = { ...(await show()) };
    delete shown.pushed_at;
    await answer(change({ ...shown, description: 'told as it is shown' }));
    await answer(change({ default_identifier: 'two' }));
    expect(await show()).toMatchObject({ default_identifier: 'two', default_base_branch: 'two' });
    await answer(change({ default_base_branch: 'one' }));
    expect(await show()).toMatchObject({ default_identifier: 'two', default_base_branch: 'one' });
    await answer(change({ default_base_branch: null }));
    expect(await show()).toMatchObject({ default_base_branch: 'two' });
    expect(await data().head()).toBe('two');
  });

  it('names a branch that is there, or a possible one while there are none', async () => {
    await answer(create({ id: 'named', type: 'git', default_base_branch: 'next' }));
    expect(await show('named')).toMatchObject({ default_identifier: 'main', default_base_branch: 'next' });
    expect(await errorsOf(create({ id: 'bad', type: 'git', default_base_branch: 'a..b' }))).toEqual({
      default_base_branch: { invalid: true },
    });
    await answer(change({ default_base_branch: 'later' }));
    await branch('one');
    expect(await show()).toMatchObject({ default_base_branch: 'later' });
    await answer(change({ description: 'the same', default_base_branch: 'later' }));
    expect(await errorsOf(change({ default_base_branch: 'a..b', default_identifier: 'none' }))).toEqual({
      default_base_branch: { invalid: true },
      default_identifier: { not_found: true },
    });
    expect(await errorsOf(change({ default_base_branch: 'none' }))).toEqual({
      default_base_branch: { not_found: true },
    });
  });

  // As in Mercurial, where all branches have other names than "default". What was shown could not be sent again.
  it('keeps a default that is no branch, which it takes as no new one', async () => {
    await branch('one');
    await world.source.query(
      `update repository.repository set default_identifier = 'default' where uuid = $1`,
      [ctx.repository.uuid],
    );
    expect(await answer(change({ default_identifier: 'default', description: 'new' }))).toMatchObject({
      default_identifier: 'default',
      description: 'new',
    });
    await answer(change({ default_identifier: 'one' }));
    expect(await errorsOf(change({ default_identifier: 'default' }))).toEqual({
      default_identifier: { not_found: true },
    });
  });

  it('of artifacts names what their kind does', async () => {
    await world.repository(ctx, { id: 'jars', type: 'maven', default_base_branch: 'maven' });
    expect(await show('jars')).toMatchObject({ default_base_branch: 'maven', pushed_at: null });
    expect(await errorsOf(change({ default_base_branch: 'main' }, 'jars'))).toEqual({
      default_base_branch: { invalid: true },
    });
  });

  /** When the events of what was done before are in the database. */
  const pushedAt = async (since: unknown): Promise<string> => {
    for (;;) {
      const { pushed_at: at } = await show();
      if (typeof at === 'string' && at !== since) return at;
      await new Promise((done) => setTimeout(done, 20));
    }
  };

  it('tells when they changed last, and never an earlier time', async () => {
    expect(await show()).toMatchObject({ pushed_at: null });
    const before = Math.floor(Date.now() / 1000) * 1000;
    await branch('one');
    const first = await pushedAt(null);
    expect(Date.parse(first)).toBeGreaterThanOrEqual(before);
    const { uuid, id, type } = ctx.repository;
    const event = (at: number) => ({
      event: {
        id: `${at}`,
        subject: 'fact.repository.ref.changed.v1',
        at,
        payload: { repository: { uuid, id, type } },
      },
      aggregate: uuid,
    });
    const store = world.part(RefEventStore);
    const later = Date.parse(first) + 3_600_000;
    await store.keep([event(later), event(later - 60_000)]);
    expect(Date.parse(await pushedAt(first))).toBe(later);
    await store.keep([event(later - 1_000)]);
    expect(Date.parse((await show()).pushed_at ?? '')).toBe(later);
    await answer(change({ description: 'not pushed' }));
    expect(Date.parse((await show()).pushed_at ?? '')).toBe(later);
  });

  it('keeps events of repositories that are purged', async () => {
    const gone = '0190a000-0000-7000-8000-00000000dead';
    const store = world.part(RefEventStore);
    const event = { id: 'gone', subject: 'fact.repository.ref.changed.v1', at: 1, payload: {} };
    await store.keep([{ event, aggregate: gone }]);
    const rows: unknown[] = await world.source.query(
      'select 1 from repository.repository_push where repository = $1',
      [gone],
    );
    expect(rows).toEqual([]);
  });

  it('is sorted by what they say', async () => {
    await branch('one');
    await pushedAt(null);
    await world.repository(ctx, { id: 'jars', type: 'maven' });
    const ids = (sort: string) => repositoryCalls(world).ids(ctx, { sort });
    expect(await ids('pushed_at')).toEqual(['code', 'jars']);
    expect(await ids('default_base_branch')).toEqual(['jars', 'code']);
  });

  it('agrees with HEAD after a process that ended between the two', async () => {
    for (const id of ['one', 'two']) await branch(id);
    await world.placement.heads.set(ctx.repository);
    await data().setHead('two');
    expect(await show()).toMatchObject({ default_identifier: 'one' });
    await world.part(HeadMover).onApplicationBootstrap();
    expect(await show()).toMatchObject({ default_identifier: 'two' });
    expect(await world.placement.heads.before(Infinity)).toEqual([]);
  });

  it('agrees with HEAD where a change failed, and where nobody knows whether it did', async () => {
    for (const id of ['one', 'two']) await branch(id);
    const failing = world.part(HeadMover).moving(ctx.repository, readingOf(ctx), async (move) => {
      await move('two');
      expect(await world.placement.heads.before(Infinity)).toHaveLength(1);
      await world.store.contentChanged(ctx.repository.uuid, new Date(), 'two');
      throw new Error('the database broke off');
    });
    await expect(failing).rejects.toThrow('broke off');
    expect(await data().head()).toBe('one');
    expect(await show()).toMatchObject({ default_identifier: 'one' });
    expect(await world.placement.heads.before(Infinity)).toEqual([]);
  });

  it('does not take back a change of HEAD that it was read before', async () => {
    for (const id of ['one', 'two']) await branch(id);
    const heads = ['one', 'two', 'two'];
    const head = () => Promise.resolve(heads.shift());
    await world.part(DefaultIdentifiers).follow(ctx.repository.uuid, { ...data(), head });
    expect(await show()).toMatchObject({ default_identifier: 'two' });
  });
});
