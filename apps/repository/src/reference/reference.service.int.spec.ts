import type { ListChildren } from '@holdfast/contracts';
import { bitSetOf, type CallContext, type ProjectScope } from '@holdfast/kernel';
import { answer, call, ServiceWorld } from '../service-world.fixture.js';

// PostgreSQL and git themselves; the server's address comes from tools/test.
describe('children', () => {
  let world: ServiceWorld;
  beforeAll(async () => {
    world = await ServiceWorld.start();
  });
  afterAll(() => world.end());

  const create = (ctx: CallContext, id: string, type = 'git') => world.repository(ctx, { id, type });
  const ask = (ctx: CallContext, asked: Partial<ListChildren>) =>
    answer(
      world.children.children(ctx, {
        parent: 'project',
        parents: [],
        child: 'repositories',
        want: 'list',
        limit: 100,
        ...asked,
      }),
    );
  const scope = (ctx: CallContext) => ctx.project as ProjectScope;

  it('of projects are their active repositories, for all projects at once', async () => {
    const [one, two, none] = [world.project(), world.project(['admin'], { id: 'two' }), world.project()];
    for (const id of ['bb', 'aa', 'cc']) await create(one, id);
    await create(two, 'jars', 'maven');
    await create(two, 'gone');
    await answer(world.repositories.delete(two, call({ params: { repository_id: 'gone' } })));
    const parents = [one, two, none].map((ctx) => scope(ctx).uuid);
    const [first, second] = parents;
    expect(await ask(one, { parents, want: 'count' })).toEqual({
      [first]: { count: 3 },
      [second]: { count: 1 },
    });
    expect(await ask(one, { parents, limit: 2 })).toEqual({
      [first]: { count: 2, ids: ['aa', 'bb'], more: true },
      [second]: { count: 1, ids: ['jars'] },
    });
    world.identity = { projects: [{ id: 'two', uuid: second }], more: false };
    const { [second]: included } = await ask(one, { parents, want: 'include' });
    expect(included.objects).toMatchObject([
      { id: 'jars', http_url: 'http://code.example.com/acme/projects/two/repositories/maven/jars' },
    ]);
  });

  it('of companies and accounts are repositories of the projects that the caller sees', async () => {
    const [one, two] = [world.project(['admin'], { id: 'one' }), world.project(['admin'], { id: 'two' })];
    for (const id of ['aa', 'cc']) await create(one, id);
    for (const id of ['bb', 'cc', 'dd']) await create(two, id);
    const places = [one, two].map((ctx) => ({ uuid: scope(ctx).uuid, id: scope(ctx).id }));
    const company = one.principal?.company.uuid ?? '';
    world.identity = { projects: places, more: false };
    const ofCompany = { parent: 'company', parents: [company] };
    expect(await ask(one, { ...ofCompany, want: 'count' })).toEqual({ [company]: { count: 5 } });
    expect(await ask(one, { ...ofCompany, limit: 4 })).toEqual({
      [company]: { count: 4, ids: ['aa', 'bb', 'cc', 'cc'], more: true },
    });
    expect(await ask(one, { parent: 'company', parents: [places[0].uuid] })).toEqual({});
    const [ada, bob] = ['0190a000-0000-7000-8000-00000000000a', '0190a000-0000-7000-8000-00000000000b'];
    const set = (...numbers: number[]) => bitSetOf(numbers, places.length).toString('base64');
    const byAccount = { [ada]: set(0, 1), [bob]: set(1) };
    world.identity = { projects: places, byAccount, more: false };
    const ofUsers = { parent: 'user', parents: [ada, bob] };
    expect(await ask(one, { ...ofUsers, want: 'count' })).toEqual({
      [ada]: { count: 5 },
      [bob]: { count: 3 },
    });
    expect(await ask(one, ofUsers)).toEqual({
      [ada]: { count: 5, ids: ['aa', 'bb', 'cc', 'cc', 'dd'] },
      [bob]: { count: 3, ids: ['bb', 'cc', 'dd'] },
    });
    const { [bob]: included } = await ask(one, { ...ofUsers, want: 'include', limit: 1 });
    expect(included).toMatchObject({ count: 1, more: true, objects: [{ id: 'bb', project: places[1] }] });
  });

  it('of repositories are their branches', async () => {
    const ctx = await create(world.project(), 'code');
    const jars = await create(ctx, 'jars', 'ivy');
    const commit = await world.commit(ctx, 100);
    await world.refs(ctx, { main: commit, topic: commit });
    const { uuid } = ctx.repository;
    const asked = { parent: 'repository', child: 'branches', parents: [uuid, jars.repository.uuid] };
    expect(await ask(ctx, { ...asked, want: 'count' })).toMatchObject({
      [uuid]: { count: 2 },
      [jars.repository.uuid]: { count: 0 },
    });
    expect(await ask(ctx, { ...asked, limit: 1 })).toMatchObject({ [uuid]: { ids: ['main'], more: true } });
    const { [uuid]: included } = await ask(ctx, { ...asked, want: 'include' });
    expect(included).toEqual({
      count: 2,
      objects: ['main', 'topic'].map((id) => ({
        id,
        uuid: `${uuid}-${id}`,
        commit,
        protected: false,
        repository: { id: 'code', uuid },
      })),
    });
  });

  it('are cut where the message to the gateway would be too large', async () => {
    const ctx = world.project();
    const large = 'x'.repeat(60_000);
    for (let n = 100; n < 220; n += 1)
      await answer(
        world.repositories.create(ctx, call({ body: { id: `r${n}`, type: 'ivy', properties: { large } } })),
      );
    const { uuid } = scope(ctx);
    const { [uuid]: included } = await ask(ctx, { parents: [uuid], want: 'include', limit: 1000 });
    expect(included.more).toBe(true);
    expect(JSON.stringify(included).length).toBeLessThan(7 * 1024 * 1024);
    expect(included.objects?.length).toBeGreaterThan(50);
    const page = await answer(world.repositories.list(ctx, call()));
    expect(page.more).toBe(true);
    expect(JSON.stringify(page.results).length).toBeLessThan(7 * 1024 * 1024);
    expect(page.results.length).toBeGreaterThan(100);
  });

  it('replace references by repositories that the caller may see', async () => {
    const ctx = await create(world.project(), 'seen');
    const hidden = await create(world.project(), 'hidden');
    world.identity = { projects: [], more: false };
    const uuids = [ctx.repository.uuid, hidden.repository.uuid];
    const expanded = await answer(world.children.expand(ctx, { object: 'repository', uuids }));
    expect(Object.keys(expanded)).toEqual([ctx.repository.uuid]);
    expect(expanded[ctx.repository.uuid]).toMatchObject({ id: 'seen', type: 'git' });
  });
});
