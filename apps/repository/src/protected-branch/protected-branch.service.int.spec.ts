import { wholeList, type CallContext, type ProjectScope, type RepositoryScope } from '@holdfast/kernel';
import { answer, call, errorsOf, ServiceWorld } from '../service-world.fixture.js';
import { ProtectedBranchService } from './protected-branch.service.js';

type At = CallContext & { repository: RepositoryScope };

// PostgreSQL and git themselves; the server's address comes from tools/test.
describe('patterns of protected branches', () => {
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
    await world.refs(ctx, { main: commit, 'release/1': commit, topic: commit });
  });

  const service = () => world.part(ProtectedBranchService);
  const add = (pattern: unknown, at: CallContext = ctx) =>
    service().create(at, call({ body: { pattern } as never }));
  const change = (id: string, body: object) =>
    service().update(ctx, call({ params: { id }, body: body as never }));
  const remove = (id: string) => service().delete(ctx, call({ params: { id } }));
  const list = async (query: object = {}, at: CallContext = ctx) =>
    (await answer(service().list(at, call({ list: { ...wholeList, ...query } })))).results;
  const branches = async (query: object = {}) => {
    const page = await answer(world.branches.list(ctx, call({ list: { ...wholeList, ...query } })));
    return page.results.map(({ id, protected: flag }) => (flag ? `${id}!` : id));
  };
  const branch = (id: string) => answer(world.branches.show(ctx, call({ params: { id } })));
  const protect = (id: string, value: boolean) =>
    world.branches.update(ctx, call({ params: { id }, body: { protected: value } }));
  const create = (at: CallContext, body: object) => world.branches.create(at, call({ body: body as never }));
  const developer = () => ({ ...world.as(ctx, ['developer']), repository: ctx.repository });

  it('are shown as they were created, and listed by the conventions', async () => {
    const made = await answer(add('release/*'));
    const { id, uuid } = ctx.repository;
    expect(made).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{24}$/) as string,
      uuid: made.uuid,
      pattern: 'release/*',
      repository: { id, uuid },
      creator: { uuid: ctx.principal?.account.uuid },
      created_at: made.created_at,
      updated_at: made.created_at,
    });
    for (const name of [made.id, made.uuid])
      expect(await answer(service().show(ctx, call({ params: { id: name } })))).toEqual(made);
    const second = await answer(add('hot**'));
    expect(await list()).toEqual([made, second]);
    expect(await list({ sort: 'pattern' })).toEqual([second, made]);
    expect(await list({ searchTerm: 'REL' })).toEqual([made]);
    expect(await list({ active: false })).toEqual([]);
    expect(await errorsOf(service().show(ctx, call({ params: { id: 'release/*' } })))).toBe('not_found');
  });

  it('protect what matches them, whether or not it exists, and show it everywhere', async () => {
    expect(await branches()).toEqual(['main', 'release/1', 'topic']);
    const { id } = await answer(add('release/*'));
    await answer(add('future'));
    expect(await branches()).toEqual(['main', 'release/1!', 'topic']);
    expect(await branches({ sort: 'protected', descending: true })).toEqual(['release/1!', 'topic', 'main']);
    expect(await branch('release/1')).toMatchObject({ protected: true });
    const made = await answer(create(ctx, { id: 'future', commit }));
    expect(made).toMatchObject({ protected: true });
    expect(await errorsOf(protect('release/1', false))).toEqual({ protected: { locked: true } });
    expect(await answer(protect('release/1', true))).toMatchObject({ protected: true });
    const deletion = world.branches.delete(ctx, call({ params: { id: 'release/1' } }));
    expect(await errorsOf(deletion)).toEqual({ protected: { locked: true } });
    expect((await answer(remove(id))).pattern).toBe('release/*');
    expect(await branch('release/1')).toMatchObject({ protected: false });
    expect(await errorsOf(remove(id))).toBe('not_found');
  });

  it('leave flags as they are', async () => {
    await answer(protect('topic', true));
    const { id } = await answer(add('topic'));
    expect(await errorsOf(protect('topic', false))).toEqual({ protected: { locked: true } });
    await answer(remove(id));
    expect(await branch('topic')).toMatchObject({ protected: true });
    expect(await answer(protect('topic', false))).toMatchObject({ protected: false });
  });

  it('keep those from making branches who may not push to them', async () => {
    await answer(add('release/**'));
    const body = { id: 'release/2/hot', commit };
    expect(await errorsOf(create(developer(), { ...body, commit: '1'.repeat(40) }))).toEqual({
      protected: { locked: true },
      commit: { not_found: true },
    });
    expect(await errorsOf(create(developer(), body))).toEqual({ protected: { locked: true } });
    expect(await answer(create(ctx, body))).toMatchObject({ protected: true });
    expect(await answer(create(developer(), { ...body, id: 'free' }))).toMatchObject({ protected: false });
  });

  it('are refused when anything is wrong with them', async () => {
    await answer(add('release/*'));
    expect(await errorsOf(add(undefined))).toEqual({ pattern: { empty: true } });
    expect(await errorsOf(add(''))).toEqual({ pattern: { empty: true } });
    expect(await errorsOf(add('x'.repeat(201)))).toEqual({ pattern: { maximum: 200 } });
    for (const wrong of [7, 'a..b', '/x', 'a//*', '-*', 'a b*', 'x.lock', '*.lock', 'refs\0*', '*/'])
      expect([wrong, await errorsOf(add(wrong))]).toEqual([wrong, { pattern: { invalid: true } }]);
    expect(await errorsOf(add('release/*'))).toEqual({ pattern: { reserved: true } });
    expect(await list()).toHaveLength(1);
  });

  it('are a hundred at most, however they race', async () => {
    const all = await Promise.allSettled([...Array(104).keys()].map((n) => answer(add(`p${n % 103}/*`))));
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(100);
    expect(await list()).toHaveLength(100);
    expect(await errorsOf(add('p0/*'))).toEqual({
      pattern: { reserved: true },
      protected_branches: { maximum: 100 },
    });
  });

  it('are changed to others', async () => {
    const { id } = await answer(add('release/*'));
    await answer(add('hot'));
    const changed = await answer(change(id, { pattern: 'top*' }));
    expect(changed).toMatchObject({ id, pattern: 'top*' });
    expect(await branches()).toEqual(['main', 'release/1', 'topic!']);
    expect(await answer(change(id, { ...changed }))).toEqual(changed);
    expect(await errorsOf(change(id, { pattern: 'hot', id: 'x' }))).toEqual({ id: { locked: true } });
    const { uuid = '' } = ctx.principal?.account ?? {};
    world.answering = () => ({ ids: { [uuid]: 'ada' } });
    await answer(change(id, { creator: 'ada' }));
    expect(await errorsOf(change(id, { creator: 'eve' }))).toEqual({ creator: { locked: true } });
    world.answering = () => ({});
    expect(await errorsOf(change(id, { pattern: 'hot' }))).toEqual({ pattern: { reserved: true } });
    expect(await errorsOf(change(id, { pattern: 'a..b' }))).toEqual({ pattern: { invalid: true } });
    expect(await answer(change(id, {}))).toEqual(changed);
    expect(await branches()).toEqual(['main', 'release/1', 'topic!']);
  });

  it('are children of their repository', async () => {
    const ids = [(await answer(add('a/*'))).id, (await answer(add('b/*'))).id];
    const { uuid } = ctx.repository;
    const { id } = await world.below(ctx, 'code').then(({ repository }) => repository);
    const asked = (want: string, limit: number) =>
      answer(
        world.children.children(ctx, {
          parent: 'repository',
          child: 'protected_branches',
          parents: [uuid],
          want,
          limit,
        } as never),
      );
    expect(await asked('count', 5)).toEqual({ [uuid]: { count: 2 } });
    expect(await asked('list', 5)).toEqual({ [uuid]: { count: 2, ids } });
    expect(await asked('list', 1)).toEqual({ [uuid]: { count: 1, ids: [ids[0]], more: true } });
    expect(await asked('include', 5)).toMatchObject({
      [uuid]: { count: 2, objects: [{ pattern: 'a/*', repository: { id, uuid } }, { pattern: 'b/*' }] },
    });
  });

  it('are none where no branches are protected, and are read-only in deactivated places', async () => {
    const { id } = await answer(add('release/*'));
    const jars = await world.repository(ctx, { id: 'jars', type: 'maven' });
    expect(await list({}, jars)).toEqual([]);
    expect(await errorsOf(add('release/*', jars))).toEqual({ repository: { invalid: true } });
    const places: At[] = [
      { ...ctx, repository: { ...ctx.repository, deleted: true } },
      { ...ctx, project: { ...(ctx.project as ProjectScope), deleted: true } },
    ];
    for (const place of places) {
      const locked = { id: { locked: true } };
      expect(await errorsOf(add('x', place))).toEqual(locked);
      expect(await errorsOf(service().update(place, call({ params: { id }, body: {} })))).toEqual(locked);
      expect(await errorsOf(service().delete(place, call({ params: { id } })))).toEqual(locked);
      expect(await list({}, place)).toHaveLength(1);
    }
  });

  it('wait for changes that were allowed before them, and for no others', async () => {
    const { uuid } = ctx.repository;
    let end = (): void => undefined;
    const allowed = new Promise<void>((done) => (end = done));
    const change = world.pushes.during(uuid, ['release/1'], () => allowed);
    const heard: string[] = [];
    const waiting = answer(add('release/*')).then(() => heard.push('release'));
    await answer(add('other/*'));
    expect(heard).toEqual([]);
    expect(await branch('release/1')).toMatchObject({ protected: true });
    end();
    await Promise.all([change, waiting]);
    expect(heard).toEqual(['release']);
  });

  it('leave no branch that somebody made beside them against them', async () => {
    for (let round = 0; round < 5; round += 1) {
      const name = `race/${round}`;
      const making = create(developer(), { id: name, commit });
      const { id } = await answer(add(`${name}*`));
      const shown = await branches({ searchTerm: name });
      // What is not there by now will not be.
      const { error } = (await making) as { error?: unknown };
      expect(shown).toEqual(error === undefined ? [`${name}!`] : []);
      await answer(remove(id));
    }
  });

  it('count for a branch that somebody is about to make', async () => {
    const { uuid, id, type } = ctx.repository;
    const place = { company: '', project: '', repository: { uuid, id, type }, cause: 'api' as const };
    const update = { ref: 'refs/heads/late', sort: 'branch', name: 'late', new: commit };
    const before = await world.changes.begin(place, [update], Date.now() + 60_000);
    const making = errorsOf(create(developer(), { id: 'late', commit }));
    // By then he was found to be allowed to, and waits for the change before his.
    await new Promise((done) => setTimeout(done, 300));
    await answer(add('late'));
    await world.changes.settle(before, 'refused');
    expect(await making).toEqual({ protected: { locked: true } });
    expect(await branches({ searchTerm: 'late' })).toEqual([]);
  });

  it('go with their repository', async () => {
    await answer(add('release/*'));
    await world.source.query('delete from repository.repository where uuid = $1', [ctx.repository.uuid]);
    expect(await list()).toEqual([]);
  });
});
