import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RecordedEvent, RefChange } from '@holdfast/contracts';
import { wholeList, type CallContext, type ProjectScope, type RepositoryScope } from '@holdfast/kernel';
import { writeObject } from '../git-object.fixture.js';
import { LocalRepositories } from '../placement/local-repositories.js';
import { answer, call, errorsOf, ServiceWorld } from '../service-world.fixture.js';
import { TagService } from './tag.service.js';

type At = CallContext & { repository: RepositoryScope };

// PostgreSQL and git themselves; the server's address comes from tools/test.
describe('tags of a repository', () => {
  let world: ServiceWorld;
  let commits: string[];
  beforeAll(async () => {
    world = await ServiceWorld.start();
  });
  afterAll(() => world.end());

  const repository = async (): Promise<At> => {
    const ctx = await world.repository(world.project(), { id: 'code', type: 'git' });
    const first = await world.commit(ctx, 100);
    commits = [first, await world.commit(ctx, 200, first)];
    await world.refs(ctx, { main: commits[1] });
    return ctx;
  };
  const create = (ctx: At, body: object) => world.part(TagService).create(ctx, call({ body: body as never }));
  const made = (ctx: At, body: object) => answer(create(ctx, body));
  const show = (ctx: At, id: string) => answer(world.part(TagService).show(ctx, call({ params: { id } })));
  const remove = (ctx: At, id: string) => world.part(TagService).delete(ctx, call({ params: { id } }));
  const list = async (ctx: At, query: object = {}) =>
    (await answer(world.part(TagService).list(ctx, call({ list: { ...wholeList, ...query } })))).results;
  const ids = async (ctx: At, query: object = {}) => (await list(ctx, query)).map(({ id }) => id);

  /** What is told of changes of refs, once so many are. */
  const changed = async ({ repository }: At, count: number): Promise<RefChange[]> => {
    for (;;) {
      const rows: { event: string }[] = await world.source.query(
        "select event from event_outbox where aggregate = $1 and subject like '%.ref.%' order by position",
        [repository.uuid],
      );
      const events = rows.map(({ event }) => JSON.parse(event) as RecordedEvent<{ updates: RefChange[] }>);
      if (events.length >= count) return events.flatMap(({ payload }) => payload.updates);
      await new Promise((done) => setTimeout(done, 20));
    }
  };

  it('are made light, shown, listed by name and deleted', async () => {
    const ctx = await repository();
    const { uuid, id } = ctx.repository;
    const light = {
      ...{ id: 'v1', uuid: `${uuid}-v1`, commit: commits[0], annotated: false, message: null },
      ...{ tagger: null, tagger_email: null, tagged_at: null, repository: { id, uuid } },
    };
    expect(await made(ctx, { id: 'v1', commit: commits[0].slice(0, 8) })).toEqual(light);
    await made(ctx, { id: 'area/v0', commit: commits[1], message: '' });
    expect(await show(ctx, 'v1')).toEqual(light);
    expect(await ids(ctx)).toEqual(['area/v0', 'v1']);
    expect(await ids(ctx, { limit: 1, offset: 1 })).toEqual(['v1']);
    expect(await ids(ctx, { searchTerm: 'AREA' })).toEqual(['area/v0']);
    expect(await answer(remove(ctx, 'v1'))).toEqual(light);
    expect(await errorsOf(remove(ctx, 'v1'))).toBe('not_found');
    expect(await errorsOf(world.part(TagService).show(ctx, call({ params: { id: 'v1' } })))).toBe(
      'not_found',
    );
  });

  it('with a message tell who wrote it and what', async () => {
    const ctx = await repository();
    const tag = await made(ctx, { id: 'v2', commit: commits[1], message: 'Zweite Fassung: ünï\n\nmore' });
    expect(tag).toMatchObject({
      ...{ commit: commits[1], annotated: true, message: 'Zweite Fassung: ünï\n\nmore' },
      ...{ tagger: 'ada', tagger_email: 'ada@example.com' },
    });
    expect(await show(ctx, 'v2')).toEqual(tag);
  });

  it('are found and put in order by their commits', async () => {
    const ctx = await repository();
    await made(ctx, { id: 'a', commit: commits[1], message: 'm' });
    await made(ctx, { id: 'b', commit: commits[0] });
    expect(await ids(ctx, { before: 200 })).toEqual(['b']);
    expect(await ids(ctx, { after: 100 })).toEqual(['a']);
    const expected = commits[0] < commits[1] ? ['b', 'a'] : ['a', 'b'];
    expect(await ids(ctx, { sort: 'commit' })).toEqual(expected);
    expect(await ids(ctx, { active: false })).toEqual([]);
  });

  it('that lead to no commit keep nobody from finding the others', async () => {
    const ctx = await repository();
    await made(ctx, { id: 'b', commit: commits[1], message: 'm' });
    await made(ctx, { id: 'd', commit: commits[0] });
    const directory = world.placement.directory({ uuid: ctx.repository.uuid, type: 'git' });
    for (const [id, type] of [
      ['a', 'tree'],
      ['c', 'blob'],
    ]) {
      const object = await writeObject(directory, type, '');
      await writeFile(join(directory, 'refs/tags', id), `${object}\n`);
    }
    await world.part(LocalRepositories).open(ctx.repository)?.data.close();
    expect(await ids(ctx)).toEqual(['a', 'b', 'c', 'd']);
    expect(await ids(ctx, { after: 50 })).toEqual(['b', 'd']);
    expect(await ids(ctx, { after: 50, descending: true })).toEqual(['d', 'b']);
    expect(await ids(ctx, { before: 200, sort: 'commit' })).toEqual(['d']);
    expect((await ids(ctx, { sort: 'commit' })).slice(0, 2)).toEqual(['a', 'c']);
    expect(await ids(ctx, { after: 50, limit: 1, offset: 1 })).toEqual(['d']);
  });

  it('are not created while anything is wrong, and all of it is reported', async () => {
    const ctx = await repository();
    await made(ctx, { id: 'x/y', commit: commits[0] });
    expect(await errorsOf(create(ctx, { id: 'a..b', commit: '1'.repeat(40), message: 7 }))).toEqual({
      id: { invalid: true },
      commit: { not_found: true },
      message: { invalid: true },
    });
    expect(await errorsOf(create(ctx, {}))).toEqual({ id: { empty: true }, commit: { empty: true } });
    for (const id of ['x', 'x/y', 'x/y/z'])
      expect(await errorsOf(create(ctx, { id, commit: commits[0] }))).toEqual({ id: { reserved: true } });
    expect(await ids(ctx)).toEqual(['x/y']);
  });

  it('of one name are created once however they race', async () => {
    const ctx = await repository();
    const races = [...Array(8).keys()].map((n) =>
      create(ctx, { id: n % 2 ? 'same' : 'same/below', commit: commits[n % 2], message: n % 3 ? 'm' : null }),
    );
    const there = ((await Promise.all(races)) as { value?: { id: string } }[]).flatMap(
      ({ value }) => value ?? [],
    );
    expect(there).toHaveLength(1);
    expect(await show(ctx, there[0].id)).toEqual(there[0]);
  });

  it('leave an event each', async () => {
    const ctx = await repository();
    await made(ctx, { id: 'v1', commit: commits[0], message: 'm' });
    await answer(remove(ctx, 'v1'));
    const updates = await changed(ctx, 2);
    expect(updates.map(({ ref, sort }) => [ref, sort])).toEqual([
      ['refs/tags/v1', 'tag'],
      ['refs/tags/v1', 'tag'],
    ]);
    expect(updates[0].old).toBeUndefined();
    expect(updates[0].new).toBe(updates[1].old);
    expect(updates[1].new).toBeUndefined();
  });

  it('of deactivated places are read-only', async () => {
    const ctx = await repository();
    await made(ctx, { id: 'v1', commit: commits[0] });
    const places: At[] = [
      { ...ctx, repository: { ...ctx.repository, deleted: true } },
      { ...ctx, project: { ...(ctx.project as ProjectScope), deleted: true } },
    ];
    for (const place of places) {
      expect(await errorsOf(create(place, { id: 7 }))).toEqual({ id: { locked: true } });
      expect(await errorsOf(remove(place, 'v1'))).toEqual({ id: { locked: true } });
      expect(await show(place, 'v1')).toMatchObject({ id: 'v1' });
    }
  });

  it('are none in a repository of a kind without them', async () => {
    const ctx = await world.repository(world.project(), { id: 'jars', type: 'maven' });
    expect(await list(ctx)).toEqual([]);
    expect(await errorsOf(create(ctx, { id: 'a', commit: '1'.repeat(40) }))).toEqual({
      repository: { invalid: true },
    });
    expect(await errorsOf(remove(ctx, 'a'))).toBe('not_found');
  });
});
