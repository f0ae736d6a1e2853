import { jest } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { RecordedEvent, RefChange } from '@holdfast/contracts';
import type { CallContext, ProjectScope, RepositoryScope } from '@holdfast/kernel';
import { VcsRefusal } from '@holdfast/vcs-spi';
import { BranchService } from '../branch/branch.service.js';
import { answer, call, errorsOf, ServiceWorld } from '../service-world.fixture.js';
import { TagService } from '../tag/tag.service.js';
import { CommitCreationService } from './commit-creation.service.js';
import { CommitService } from './commit.service.js';
import { Contents } from './contents.js';

type At = CallContext & { repository: RepositoryScope };

const file = { path: 'a', content: 'x' };
const moved = { parent: { conflicts: ['branch'] }, branch: { conflicts: ['parent'] } };

// PostgreSQL and git themselves; the server's address comes from tools/test.
describe('commits that are made', () => {
  let world: ServiceWorld;
  beforeAll(async () => {
    world = await ServiceWorld.start();
  });
  afterAll(() => world.end());

  const repository = async (roles?: Parameters<ServiceWorld['project']>[0], type = 'git'): Promise<At> => {
    const ctx = await world.repository(world.project(roles), { id: 'code', type });
    // A commit that took long asks who its caller is by then: he is who he was.
    const standing = { caller: ctx.principal, project: ctx.project };
    world.answering = (subject) => (subject === 'identity.account.standing.v1' ? standing : {});
    return ctx;
  };
  const create = (ctx: At, body: object) =>
    world.part(CommitCreationService).create(ctx, call({ body: body as never }));
  const made = (ctx: At, body: object = {}) =>
    answer(create(ctx, { branch: 'main', message: 'm', modified: [file], ...body }));
  const tips = async (ctx: At) => {
    const { results } = await answer(world.part(BranchService).list(ctx, call()));
    return Object.fromEntries(results.map(({ id, commit }) => [id, commit]));
  };
  const protect = (ctx: At, id: string) =>
    answer(world.part(BranchService).update(ctx, call({ params: { id }, body: { protected: true } })));
  /** Once nothing lies beside the repository: what is published goes from there a moment after the answer. */
  const objects = async (ctx: At, tries = 100): Promise<string[]> => {
    const directory = join(world.placement.directory(ctx.repository), 'objects');
    const names = (await readdir(directory, { recursive: true })).sort();
    if (tries === 0 || !names.some((name) => name.includes('tmp_'))) return names;
    await new Promise((done) => setTimeout(done, 20));
    return objects(ctx, tries - 1);
  };

  /** What is told of changes of refs, once so many are. */
  const changed = async ({ repository: { uuid } }: At, count: number): Promise<RefChange[]> => {
    for (;;) {
      const rows: { event: string }[] = await world.source.query(
        "select event from event_outbox where aggregate = $1 and subject like '%.ref.%' order by position",
        [uuid],
      );
      const events = rows.map(({ event }) => JSON.parse(event) as RecordedEvent<{ updates: RefChange[] }>);
      if (events.length >= count) return events.flatMap(({ payload }) => payload.updates);
      await new Promise((done) => setTimeout(done, 20));
    }
  };

  it('are answered as they are shown, and begin an empty repository', async () => {
    const ctx = await repository();
    const { id, uuid } = ctx.repository;
    const first = await made(ctx, { branch: 'trunk', message: 'Übersicht\n\nmore\n' });
    expect(first).toMatchObject({
      ...{ parents: [], author: 'ada', email: 'ada@example.com', committer: 'ada' },
      ...{ committer_email: 'ada@example.com', description: 'Übersicht\n\nmore\n', repository: { id, uuid } },
    });
    expect(
      await answer(world.part(CommitService).show(ctx, call({ params: { commit_id: first.id } }))),
    ).toEqual(first);
    const shown = await answer(world.repositories.show(ctx, call({ params: { repository_id: 'code' } })));
    expect(shown).toMatchObject({ default_identifier: 'trunk' });
    const author = { author: 'Jörg O’Neil', email: 'j@example.org' };
    const second = await made(ctx, { branch: 'trunk', parent: first.id, ...author });
    expect(second).toMatchObject({ ...author, parents: [{ id: first.id }], committer: 'ada' });
    expect(await tips(ctx)).toEqual({ trunk: second.id });
  });

  it('are answered though nothing can be read any more once they are there', async () => {
    const ctx = await repository();
    const at = world.part(Contents).of(ctx);
    const commits = () => Promise.reject(new VcsRefusal('unavailable', 'no turn came'));
    const silent = at && { ...at, log: { ...at.log, commits } };
    jest.spyOn(world.part(Contents), 'of').mockReturnValueOnce(silent);
    const { id } = await made(ctx);
    expect(await tips(ctx)).toEqual({ main: id });
  });

  it('go on from a hash, the beginning of one, a branch or a tag', async () => {
    const ctx = await repository();
    const { id } = await made(ctx);
    await answer(world.part(TagService).create(ctx, call({ body: { id: 'v1', commit: id, message: 'm' } })));
    for (const [at, parent] of [id, id.slice(0, 8), 'main', 'v1'].entries())
      expect((await made(ctx, { branch: `b${at}`, parent })).parents).toEqual([{ id }]);
    const next = await made(ctx, { parent: 'main', deleted: ['a'], modified: [] });
    expect(next.parents).toEqual([{ id }]);
  });

  it('are not made while anything is wrong, and all of it is reported', async () => {
    const ctx = await repository();
    expect(await errorsOf(create(ctx, {}))).toEqual({
      branch: { empty: true },
      message: { empty: true },
      modified: { empty: true },
    });
    const { id } = await made(ctx);
    const before = await objects(ctx);
    expect(
      await errorsOf(
        create(ctx, {
          ...{ branch: 'a..b', parent: 'none', message: 7, author: 'a<b', email: 'x', deleted: ['../x'] },
          modified: [{ path: 'a/../b', content: '' }],
        }),
      ),
    ).toEqual({
      ...{ branch: { invalid: true }, parent: { not_found: true }, message: { invalid: true } },
      ...{ author: { invalid: true }, email: { invalid: true } },
      ...{ modified: { invalid: true }, deleted: { invalid: true } },
    });
    const of = (body: object) =>
      errorsOf(create(ctx, { branch: 'main', parent: id, message: 'm', modified: [file], ...body }));
    for (const parent of [null, ''])
      expect([parent, await of({ parent })]).toEqual([parent, { parent: { empty: true } }]);
    expect(await of({ branch: 'new', parent: null })).toEqual({ parent: { empty: true } });
    expect(await of({ branch: 'main/x' })).toEqual({ branch: { reserved: true } });
    expect(await of({ deleted: ['a'] })).toEqual({
      modified: { conflicts: ['deleted'] },
      deleted: { conflicts: ['modified'] },
    });
    expect(await of({ deleted: ['b'] })).toEqual({ deleted: { not_found: true } });
    for (const wrong of [
      ...[7, [7], [{}], [{ path: 'b' }], [{ content: 'b' }], [{ path: 'b', content: 7 }]],
      [{ ...file, encoding: 'latin1' }],
      [{ ...file, mode: '160000' }],
      [{ ...file, content: '!', encoding: 'base64' }],
      [{ ...file, content: 'a\0b' }],
      [{ path: 'a/b', content: '' }],
    ])
      expect([wrong, await of({ modified: wrong })]).toEqual([wrong, { modified: { invalid: true } }]);
    const many = Array.from({ length: 30_001 }, (_, at) => `f${at}`);
    expect(await of({ deleted: many })).toEqual({ deleted: { maximum: 30_000 } });
    expect(await objects(ctx)).toEqual(before);
    expect(await tips(ctx)).toEqual({ main: id });
  });

  it('come after the latest of their branch, and none is lost in a race', async () => {
    const ctx = await repository();
    const { id } = await made(ctx);
    await made(ctx, { parent: id });
    const late = { branch: 'main', parent: id, message: 'm', modified: [file] };
    expect(await errorsOf(create(ctx, late))).toEqual(moved);
    const tip = (await tips(ctx)).main;
    const race = [...Array(8).keys()].map(async (at) => {
      const one = create(ctx, { ...late, parent: tip, modified: [{ ...file, content: String(at) }] });
      return ((await one) as { error?: unknown }).error ? errorsOf(one) : answer(one);
    });
    const answers = await Promise.all(race);
    const winners = answers.filter((each) => typeof each === 'object' && 'parents' in each);
    expect(winners).toHaveLength(1);
    expect(answers.filter((each) => !winners.includes(each))).toEqual(Array(7).fill(moved));
    expect(await tips(ctx)).toEqual({ main: (winners[0] as { id: string }).id });
    expect((await objects(ctx)).filter((name) => name.includes('tmp_'))).toEqual([]);
  });

  it('are the first one once, whatever their branches are called', async () => {
    const ctx = await repository();
    const race = ['a', 'b', 'c'].map((branch) => create(ctx, { branch, message: 'm', modified: [file] }));
    const answers = (await Promise.all(race)) as { value?: object; error?: { errors?: object } }[];
    expect(answers.flatMap(({ value }) => value ?? [])).toHaveLength(1);
    expect(answers.flatMap(({ error }) => error?.errors ?? [])).toEqual([
      { parent: { empty: true } },
      { parent: { empty: true } },
    ]);
  });

  it('leave an event each, and those that are refused none', async () => {
    const ctx = await repository();
    const first = await made(ctx);
    await errorsOf(create(ctx, { branch: 'main', parent: first.id, message: 'm', deleted: ['none'] }));
    const second = await made(ctx, { parent: first.id });
    expect(await changed(ctx, 2)).toEqual([
      { ref: 'refs/heads/main', sort: 'branch', name: 'main', new: first.id },
      { ref: 'refs/heads/main', sort: 'branch', name: 'main', old: first.id, new: second.id },
    ]);
  });

  it('on a protected branch are made by project admins only, which is said before anything else', async () => {
    const ctx = await repository();
    const { id } = await made(ctx);
    await protect(ctx, 'main');
    const developer = { ...world.as(ctx, ['developer']), repository: ctx.repository } as At;
    expect(await errorsOf(create(developer, { branch: 'main', parent: id, modified: 7 }))).toBe('forbidden');
    expect((await made(developer, { branch: 'topic', parent: id })).parents).toEqual([{ id }]);
    expect((await made(ctx, { parent: id })).parents).toEqual([{ id }]);
  });

  it('are refused when a right has ended since their caller was let in, wherever they waited', async () => {
    const ctx = await repository();
    const { id } = await made(ctx);
    const asked: string[] = [];
    world.answering = (subject) => {
      asked.push(subject);
      return { caller: ctx.principal, project: { ...ctx.project, roles: ['guest'] } };
    };
    const waited = { ...ctx, admitted: Date.now() - 500 };
    const one = { branch: 'main', parent: id, message: 'm', modified: [file] };
    expect(await errorsOf(create(waited, one))).toBe('forbidden');
    expect(asked).toEqual(['identity.account.standing.v1']);
    expect(await tips(ctx)).toEqual({ main: id });
    expect((await made(ctx, { parent: id })).parents).toEqual([{ id }]);
  });

  it('need room under a storage limit', async () => {
    const ctx = await repository();
    const limited = { ...ctx, repository: { ...ctx.repository, storageLimit: 10 } };
    const asked: { fit: number }[] = [];
    world.answering = (_subject, _ctx, input: { fit: number }) => {
      asked.push(input);
      return { refused: 'repository', limit: 10 };
    };
    const before = await objects(ctx);
    expect(await errorsOf(create(limited, { branch: 'main', message: 'm', modified: [file] }))).toBe(
      'storage_full',
    );
    expect(asked[0].fit).toBeGreaterThan(100);
    expect(await objects(ctx)).toEqual(before);
    world.answering = (_subject, _ctx, { hold }: { hold: number }) => ({ held: hold });
    expect((await made(limited)).parents).toEqual([]);
  });

  it('are none in deactivated places, and in repositories of a kind without them', async () => {
    const ctx = await repository();
    const places: At[] = [
      { ...ctx, repository: { ...ctx.repository, deleted: true } },
      { ...ctx, project: { ...(ctx.project as ProjectScope), uuid: randomUUID(), deleted: true } },
    ];
    for (const place of places)
      expect(await errorsOf(create(place, { id: 7 }))).toEqual({ id: { locked: true } });
    const jars = await world.repository(world.project(), { id: 'jars', type: 'maven' });
    expect(await errorsOf(create(jars, {}))).toEqual({ repository: { invalid: true } });
  });
});
