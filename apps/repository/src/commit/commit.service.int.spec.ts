import { wholeList, type CallContext, type RepositoryScope } from '@holdfast/kernel';
import { answer, call, errorsOf, ServiceWorld } from '../service-world.fixture.js';
import { TagService } from '../tag/tag.service.js';
import { CommitService } from './commit.service.js';

type At = CallContext & { repository: RepositoryScope };

// PostgreSQL and git themselves; the server's address comes from tools/test.
describe('commits of a repository', () => {
  let world: ServiceWorld;
  let commits: string[];
  beforeAll(async () => {
    world = await ServiceWorld.start();
  });
  afterAll(() => world.end());

  const repository = async (): Promise<At> => {
    const ctx = await world.repository(world.project(), { id: 'code', type: 'git' });
    const first = await world.commit(ctx, 100);
    const second = await world.commit(ctx, 200, first);
    commits = [first, second, await world.commit(ctx, 300, second)];
    await world.refs(ctx, { main: commits[2], 'feature/x': commits[1] });
    return ctx;
  };
  const newest = { ...wholeList, descending: true };
  const page = (ctx: At, query: object = {}, list: object = {}) =>
    world.part(CommitService).list(ctx, call({ list: { ...newest, ...list }, query: query as never }));
  const ids = async (ctx: At, query: object = {}, list: object = {}) =>
    (await answer(page(ctx, query, list))).results.map(({ id }) => id);
  const show = (ctx: At, id: string) =>
    world.part(CommitService).show(ctx, call({ params: { commit_id: id } }));

  it('are shown by hash, branch, tag or the beginning of a hash', async () => {
    const ctx = await repository();
    await answer(
      world.part(TagService).create(ctx, call({ body: { id: 'v1', commit: commits[1], message: 'm' } })),
    );
    const { id, uuid } = ctx.repository;
    const shown = {
      id: commits[1],
      parents: [{ id: commits[0] }],
      ...{ author: 'A', email: 'a@example.com', timestamp: '1970-01-01T00:03:20Z' },
      ...{ committer: 'A', committer_email: 'a@example.com', committed_at: '1970-01-01T00:03:20Z' },
      description: 'c',
      verification: null,
      repository: { id, uuid },
    };
    for (const revision of [commits[1], 'feature/x', 'v1', commits[1].slice(0, 9)])
      expect(await answer(show(ctx, revision))).toEqual(shown);
    for (const revision of ['none', 'HEAD', 'main~1', 'main^', 'v1^{}', '-x', commits[1].slice(0, 6), ''])
      expect(await errorsOf(show(ctx, revision))).toBe('not_found');
  });

  it('are listed newest first, of the default branch or of what is named', async () => {
    const ctx = await repository();
    expect(await ids(ctx)).toEqual([...commits].reverse());
    expect(await ids(ctx, {}, { descending: false })).toEqual(commits);
    expect(await ids(ctx, { reference: 'feature/x' })).toEqual([commits[1], commits[0]]);
    expect(await ids(ctx, {}, { limit: 1, offset: 1 })).toEqual([commits[1]]);
    expect((await answer(page(ctx, {}, { limit: 2 }))).more).toBe(true);
    expect((await answer(page(ctx, {}, { limit: 3 }))).more).toBe(false);
  });

  it('are filtered by time, author and text', async () => {
    const ctx = await repository();
    expect(await ids(ctx, {}, { before: 200 })).toEqual([commits[0]]);
    expect(await ids(ctx, {}, { after: 200 })).toEqual([commits[2]]);
    expect(await ids(ctx, { author: 'A@EXAMPLE' })).toHaveLength(3);
    expect(await ids(ctx, { author: 'bob' })).toEqual([]);
    expect(await ids(ctx, {}, { searchTerm: 'C' })).toHaveLength(3);
    expect(await ids(ctx, {}, { searchTerm: 'x' })).toEqual([]);
    expect(await ids(ctx, { path: 'none' })).toEqual([]);
    expect(await ids(ctx, {}, { active: false })).toEqual([]);
  });

  it('of what is not there are refused, all of it at once', async () => {
    const ctx = await repository();
    expect(await errorsOf(page(ctx, { reference: 'main..x', path: '../x' }))).toEqual({
      reference: { not_found: true },
      path: { invalid: true },
    });
  });

  it('are none in an empty repository, and in one of a kind without them', async () => {
    const project = world.project();
    for (const type of ['git', 'maven']) {
      const ctx = await world.repository(project, { id: type, type });
      expect(await ids(ctx)).toEqual([]);
      expect(await errorsOf(show(ctx, 'main'))).toBe('not_found');
    }
  });
});
