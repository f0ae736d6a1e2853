import { wholeList, type CallContext, type ProjectScope, type RepositoryScope } from '@holdfast/kernel';
import { answer, call, errorsOf, ServiceWorld } from '../service-world.fixture.js';

type At = CallContext & { repository: RepositoryScope };

// PostgreSQL and git themselves; the server's address comes from tools/test.
describe('branches of a repository', () => {
  let world: ServiceWorld;
  let commits: string[];
  beforeAll(async () => {
    world = await ServiceWorld.start();
  });
  afterAll(() => world.end());

  /** A repository with three commits and these branches, each at one of them. */
  const repository = async (refs: Record<string, number> = {}): Promise<At> => {
    const ctx = await world.repository(world.project(), { id: 'code', type: 'git' });
    const first = await world.commit(ctx, 100);
    const second = await world.commit(ctx, 200, first);
    commits = [first, second, await world.commit(ctx, 300, second)];
    const named = Object.entries({ main: 2, ...refs }).map(([name, at]) => [name, commits[at]]);
    await world.refs(ctx, Object.fromEntries(named) as Record<string, string>);
    return ctx;
  };
  const create = (ctx: At, body: object) => world.branches.create(ctx, call({ body: body as never }));
  const protect = (ctx: At, id: string, value: unknown = true) =>
    world.branches.update(ctx, call({ params: { id }, body: { protected: value as never } }));
  const show = (ctx: At, id: string) => answer(world.branches.show(ctx, call({ params: { id } })));
  const remove = (ctx: At, id: string) => world.branches.delete(ctx, call({ params: { id } }));
  const list = async (ctx: At, query: object = {}) =>
    (await answer(world.branches.list(ctx, call({ list: { ...wholeList, ...query } })))).results;
  const ids = async (ctx: At, query: object = {}) => (await list(ctx, query)).map(({ id }) => id);

  it('are listed by name with their commits and shown alike', async () => {
    const ctx = await repository({ 'feature/x': 0, ünï: 1 });
    const all = await list(ctx);
    expect(all.map(({ id, commit }) => [id, commit])).toEqual([
      ['feature/x', commits[0]],
      ['main', commits[2]],
      ['ünï', commits[1]],
    ]);
    const { uuid, id } = ctx.repository;
    expect(all[2]).toEqual({
      id: 'ünï',
      uuid: `${uuid}-ünï`,
      commit: commits[1],
      protected: false,
      repository: { id, uuid },
    });
    expect(await show(ctx, 'ünï')).toEqual(all[2]);
    for (const name of ['none', 'feature', 'Main', 'refs/heads/main', 'HEAD', '', 'a\0b'])
      expect(await errorsOf(world.branches.show(ctx, call({ params: { id: name } })))).toBe('not_found');
  });

  it('are filtered by the committer time of their commits', async () => {
    const ctx = await repository({ a: 0, b: 1 });
    expect(await ids(ctx, { before: 200 })).toEqual(['a']);
    expect(await ids(ctx, { after: 100 })).toEqual(['b', 'main']);
    expect(await ids(ctx, { active: false })).toEqual([]);
  });

  it('are created at a commit or an unambiguous prefix of one, and are there at once', async () => {
    const ctx = await repository();
    const made = await answer(create(ctx, { id: 'topic', commit: commits[0].slice(0, 7).toUpperCase() }));
    expect(made).toMatchObject({ id: 'topic', commit: commits[0], protected: false });
    expect(await show(ctx, 'topic')).toEqual(made);
    expect(await ids(ctx)).toEqual(['main', 'topic']);
  });

  it('are not created while anything is wrong, and all of it is reported', async () => {
    const ctx = await repository({ 'x/y': 0 });
    expect(await errorsOf(create(ctx, { id: 'a..b', commit: '1'.repeat(40), protected: 'yes' }))).toEqual({
      id: { invalid: true },
      commit: { not_found: true },
      protected: { invalid: true },
    });
    expect(await errorsOf(create(ctx, {}))).toEqual({ id: { empty: true }, commit: { empty: true } });
    for (const id of ['x', 'x/y', 'x/y/z', 'main'])
      expect(await errorsOf(create(ctx, { id, commit: commits[0] }))).toEqual({ id: { reserved: true } });
    expect(await errorsOf(create(ctx, { id: 'a'.repeat(300), commit: 'zz' }))).toEqual({
      id: { maximum: 250 },
      commit: { invalid: true },
    });
    for (const digits of [6, 41, 63, 64])
      expect([digits, await errorsOf(create(ctx, { id: 'a', commit: '1'.repeat(digits) }))]).toEqual([
        digits,
        { commit: { invalid: true } },
      ]);
    expect(await ids(ctx)).toEqual(['main', 'x/y']);
  });

  it('of one name are created once however they race', async () => {
    const ctx = await repository();
    const races = [...Array(8).keys()].map((n) =>
      create(ctx, { id: n % 2 ? 'same' : 'same/below', commit: commits[n % 3], protected: n % 3 === 0 }),
    );
    const made = ((await Promise.all(races)) as { value?: { id: string; protected: boolean } }[]).flatMap(
      ({ value }) => value ?? [],
    );
    expect(made).toHaveLength(1);
    expect(await show(ctx, made[0].id)).toEqual(made[0]);
  });

  it('are created protected by those who may protect only', async () => {
    const ctx = await repository();
    const developer = { ...world.as(ctx, ['developer']), repository: ctx.repository };
    const body = { id: 'safe', commit: commits[1], protected: true };
    expect(await errorsOf(create(developer, body))).toEqual({ protected: { locked: true } });
    expect(await ids(ctx)).toEqual(['main']);
    expect(await answer(create(developer, { ...body, id: 'plain', protected: false }))).toMatchObject({
      protected: false,
    });
    expect(await answer(create(ctx, body))).toMatchObject({ protected: true });
    expect(await show(ctx, 'safe')).toMatchObject({ protected: true });
  });

  it('change their protection and nothing else', async () => {
    const ctx = await repository({ topic: 0 });
    for (const value of [true, true, false, false]) {
      expect(await answer(protect(ctx, 'topic', value))).toMatchObject({
        protected: value,
        commit: commits[0],
      });
      expect(await show(ctx, 'topic')).toMatchObject({ protected: value });
    }
    const moved = { id: 'other', commit: commits[1], protected: true };
    expect(
      await errorsOf(world.branches.update(ctx, call({ params: { id: 'topic' }, body: moved }))),
    ).toEqual({
      id: { locked: true },
      commit: { locked: true },
    });
    expect(await errorsOf(protect(ctx, 'topic', 1))).toEqual({ protected: { invalid: true } });
    expect(await errorsOf(protect(ctx, 'none'))).toBe('not_found');
    expect(await show(ctx, 'topic')).toMatchObject({ protected: false });
  });

  it('are not deleted while they are protected or the default', async () => {
    const ctx = await repository({ topic: 0 });
    await answer(protect(ctx, 'topic'));
    expect(await errorsOf(remove(ctx, 'topic'))).toEqual({ protected: { locked: true } });
    expect(await errorsOf(remove(ctx, 'main'))).toEqual({ id: { locked: true } });
    await answer(protect(ctx, 'main'));
    expect(await errorsOf(remove(ctx, 'main'))).toEqual({
      protected: { locked: true },
      id: { locked: true },
    });
    await answer(protect(ctx, 'topic', false));
    expect(await answer(remove(ctx, 'topic'))).toMatchObject({ id: 'topic', commit: commits[0] });
    expect(await errorsOf(remove(ctx, 'topic'))).toBe('not_found');
    expect(await answer(create(ctx, { id: 'topic', commit: commits[1] }))).toMatchObject({
      protected: false,
    });
  });

  it('do not inherit the flag of a creation that was cut off', async () => {
    const ctx = await repository();
    const { uuid } = ctx.repository;
    const flag = 'insert into repository.protected_branch (repository, name) values ($1, $2)';
    await world.source.query(flag, [uuid, 'lost']);
    expect(await answer(create(ctx, { id: 'lost', commit: commits[0] }))).toMatchObject({ protected: false });
    expect(await show(ctx, 'lost')).toMatchObject({ protected: false });
  });

  it('of deactivated places are read-only', async () => {
    const ctx = await repository({ topic: 0 });
    const places: At[] = [
      { ...ctx, repository: { ...ctx.repository, deleted: true } },
      { ...ctx, project: { ...(ctx.project as ProjectScope), deleted: true } },
    ];
    for (const place of places) {
      const locked = { id: { locked: true } };
      expect(await errorsOf(create(place, { id: 7 }))).toEqual(locked);
      expect(await errorsOf(protect(place, 'topic'))).toEqual(locked);
      expect(await errorsOf(remove(place, 'topic'))).toEqual(locked);
      expect(await show(place, 'topic')).toMatchObject({ id: 'topic' });
    }
  });

  it('are none in a repository of a kind without them', async () => {
    const ctx = await world.repository(world.project(), { id: 'jars', type: 'maven' });
    expect(await list(ctx)).toEqual([]);
    expect(await errorsOf(create(ctx, { id: 'a', commit: '1'.repeat(40) }))).toEqual({
      repository: { invalid: true },
    });
    expect(await errorsOf(protect(ctx, 'a'))).toBe('not_found');
    expect(await errorsOf(remove(ctx, 'a'))).toBe('not_found');
  });
});
