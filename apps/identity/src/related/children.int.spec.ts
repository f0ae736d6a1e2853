import {
  identityCalls,
  seesGroup,
  type Children,
  type GroupAccessAnswer,
  type ListChildren,
} from '@holdfast/contracts';
import type { Principal } from '@holdfast/kernel';
import type { AnyView, IdentityWorld } from '../identity-world.fixture.js';
import { relatedWorld, type RelatedWorld } from './related-world.fixture.js';

// PostgreSQL itself; the server's address comes from tools/test.
describe('children of many objects', () => {
  let world: IdentityWorld;
  let admin: Principal;
  let who: RelatedWorld['who'];
  let made: RelatedWorld['made'];
  beforeAll(async () => {
    ({ world, admin, who, made } = await relatedWorld());
  });
  afterAll(() => world.end());

  const children = (principal: Principal, asked: Partial<ListChildren>) =>
    world.ask<Children>(identityCalls.children, { want: 'list', limit: 1000, ...asked }, { principal });
  const ids = async (principal: Principal, parent: string, of: AnyView | undefined, child: string) => {
    const uuid = of?.uuid ?? principal.company.uuid;
    return (await children(principal, { parent, parents: [uuid], child }))[uuid]?.ids ?? [];
  };

  it('are of a company those that the caller may see', async () => {
    const ofCompany = async (name: string) =>
      Promise.all(
        ['users', 'collaborators', 'bots', 'groups', 'projects'].map((child) =>
          ids(who[name], 'company', undefined, child),
        ),
      );
    expect(await ofCompany('admin')).toEqual([
      ['admin', 'ann', 'bob'],
      ['ext'],
      ['bot'],
      ['inner', 'team'],
      ['open', 'shut'],
    ]);
    expect(await ofCompany('bob')).toEqual([['admin', 'ann', 'bob'], ['ext'], [], ['team'], ['open']]);
    expect(await ofCompany('ext')).toEqual([[], [], [], [], ['shut']]);
    expect(await ofCompany('foreign')).toEqual([['admin'], [], [], [], []]);
  });

  it('are of a project its people, groups and bots', async () => {
    const ofProject = async (name: string) =>
      Promise.all(
        ['users', 'collaborators', 'groups', 'members', 'bots'].map((child) =>
          ids(who[name], 'project', made.shut, child),
        ),
      );
    expect(await ofProject('ann')).toEqual([['ann'], ['ext'], ['inner', 'team'], ['ann', 'ext'], ['bot']]);
    expect(await ofProject('ext')).toEqual([['ann'], ['ext'], [], ['ann', 'ext'], []]);
  });

  it('are of a project only those groups that the caller sees by themselves', async () => {
    const parents = [made.shut.uuid];
    const account = { uuid: made.bot.uuid, id: 'bot', type: 'bot' as const, email: '', name: '' };
    const bot = { ...who.ann, account };
    const sees = async (principal: Principal, id: string) => {
      const asked = world.ask<GroupAccessAnswer>(identityCalls.groupAccess, { id }, { principal });
      const { group } = await asked;
      return group !== undefined && seesGroup(principal, group);
    };
    for (const principal of [who.ext, bot, who.ann, admin]) {
      const asked = { parent: 'project', parents, child: 'groups' };
      const [counted, listed, included] = await Promise.all(
        (['count', 'list', 'include'] as const).map(
          async (want) => (await children(principal, { ...asked, want }))[made.shut.uuid],
        ),
      );
      const seen = [];
      for (const id of ['inner', 'team']) if (await sees(principal, id)) seen.push(id);
      expect([counted.count, listed.ids, included.objects?.map((each) => (each as AnyView).id)]).toEqual([
        seen.length,
        seen,
        seen,
      ]);
    }
  });

  it('come of accounts and groups for many parents at once, invisible ones left out', async () => {
    const parents = [made.bob.uuid, made.ann.uuid];
    const { value, statements } = await world.counted(() =>
      children(who.bob, { parent: 'user', parents, child: 'projects', want: 'include' }),
    );
    // Few come with their objects.
    expect(statements).toHaveLength(1);
    expect(value[made.ann.uuid].objects).toMatchObject([{ id: 'open', hook_events: ['repository'] }]);
    expect(value[made.bob.uuid]).toEqual({ count: 0, objects: [] });
    const counted = await children(admin, { parent: 'user', parents, child: 'projects', want: 'count' });
    expect(counted).toEqual({ [made.ann.uuid]: { count: 2 }, [made.bob.uuid]: { count: 0 } });
    expect(await ids(admin, 'group', made.team, 'users')).toEqual(['ann']);
    expect(await ids(admin, 'collaborator', made.ext, 'projects')).toEqual(['shut']);
    expect(await ids(admin, 'bot', made.bot, 'projects')).toEqual(['shut']);
    expect(await ids(admin, 'subscriber', made.ext, 'projects')).toEqual(['shut']);
    expect(await children(admin, { parent: 'user', parents, child: 'constructor' })).toEqual({});
  });

  it('are cut at the limit, and say so', async () => {
    const asked = { parent: 'company', parents: [admin.company.uuid], child: 'users', limit: 2 };
    expect(await children(admin, asked)).toEqual({
      [admin.company.uuid]: { count: 2, ids: ['admin', 'ann'], more: true },
    });
  });

  it('are read part by part where they are many, and not further than an answer takes', async () => {
    const { company } = admin;
    const count = 1_500;
    const insert = (sql: string, values: unknown[]) => world.source.query<{ uuid: string }[]>(sql, values);
    const projects = await insert(
      `insert into project (uuid, company_uuid, id, name, visibility, color, labels, description, properties, search_text, created_at, updated_at)
       select gen_random_uuid(), $1, 'many-' || lpad(n::text, 4, '0'), 'many ' || n, 'members', 'blue', '{}', '', '{}', '', now(), now()
         from generate_series(1, $2) n returning uuid`,
      [company.uuid, count],
    );
    const parents = [made.ann.uuid, made.bob.uuid, admin.account.uuid].map(String);
    await insert(
      `insert into project_account (project_uuid, account_uuid, role, created_at, updated_at)
       select p, a, 'developer', now(), now() from unnest($1::uuid[]) p, unnest($2::uuid[]) a`,
      [projects.map(({ uuid }) => uuid), parents],
    );
    const asked = { parent: 'user', parents, child: 'projects', want: 'include' as const };
    const few = await world.counted(() => children(admin, asked));
    expect(few.statements).toHaveLength(4);
    expect(parents.map((uuid) => few.value[uuid].objects?.length)).toEqual([1000, 1000, 1000]);
    expect(parents.every((uuid) => few.value[uuid].more)).toBe(true);
    const sorted = few.value[parents[1]].objects?.map((each) => (each as AnyView).id) ?? [];
    expect(sorted).toEqual([...sorted].sort());

    await insert(
      `update project set properties = jsonb_build_object('x', repeat('y', 10000)) where id like 'many-%'`,
      [],
    );
    const large = await world.counted(() => children(admin, asked));
    // What is long is read by statements of its own, as far as there is room.
    expect(large.statements.length).toBeLessThan(20);
    expect(large.value[parents[0]]).toMatchObject({ cut: true });
    const { objects = [] } = large.value[parents[0]];
    expect(objects.length).toBeGreaterThan(900);
    expect(objects.length).toBeLessThan(1000);
    expect(
      objects.every((each) => (each as { properties?: { x?: string } }).properties?.x?.length === 10_000),
    ).toBe(true);
    expect(large.value[parents[2]]).toEqual({ count: 0, objects: [], cut: true });
    await insert(`delete from project where id like 'many-%'`, []);
  });

  it('are each counted and shown once, whether parents have them themselves or by groups that overlap', async () => {
    const { company } = admin;
    const insert = <R>(sql: string, ...values: unknown[]) => world.source.query<R[]>(sql, values);
    const projects = await insert<AnyView>(
      `insert into project (uuid, company_uuid, id, name, visibility, color, labels, description, properties, search_text, created_at, updated_at, deleted_at)
       select gen_random_uuid(), $1, 'set-' || lpad(n::text, 4, '0'), 'set ' || n, 'members', 'blue', '{}', '', '{}', '', now(), now(),
              case when n % 100 = 0 then now() end
         from generate_series(0, 2499) n returning uuid, id, substring(id from 5)::int as n`,
      company.uuid,
    );
    const of = (holds: (n: number) => boolean) =>
      projects.filter(({ id }) => holds(Number(id.slice(4)))).map(({ uuid }) => uuid);
    const link = (table: string, holder: string, held: string[], by: string) =>
      insert(
        `insert into ${table} (${by}, project_uuid, role, created_at, updated_at)
         select $1, p, 'guest', now(), now() from unnest($2::uuid[]) p`,
        holder,
        held,
      );
    await link(
      'project_group',
      made.team.uuid,
      of((n) => n % 2 === 0),
      'group_uuid',
    );
    await link(
      'project_group',
      made.inner.uuid,
      of((n) => n % 3 === 0),
      'group_uuid',
    );
    for (const id of ['ann', 'ext'])
      await link(
        'project_account',
        made[id].uuid,
        of((n) => n >= 2400),
        'account_uuid',
      );
    const expected = (holds: (n: number) => boolean) =>
      Array.from({ length: 2500 }, (_, n) => n).filter((n) => n % 100 !== 0 && holds(n)).length;
    const parents = [made.ann.uuid, made.ext.uuid, made.bob.uuid];
    const asked = { parent: 'user', parents, child: 'projects' };
    const counts = await children(admin, { ...asked, want: 'count' });
    // Two projects of the world besides: `open` and `shut`, and `shut` for the collaborator.
    expect(parents.map((uuid) => counts[uuid].count)).toEqual([
      expected((n) => n % 2 === 0 || n % 3 === 0 || n >= 2400) + 2,
      expected((n) => n >= 2400) + 1,
      0,
    ]);
    const listed = await children(admin, { ...asked, limit: 1200 });
    const ids = listed[made.ann.uuid].ids ?? [];
    expect([ids.length, new Set(ids).size, listed[made.ann.uuid].more]).toEqual([1200, 1200, true]);
    expect(ids).toEqual([...ids].sort());
    expect(listed[made.ext.uuid].ids).toContain('set-2401');
    const members = { parent: 'project', child: 'members', parents: of((n) => n === 6 || n === 2405) };
    expect((await children(admin, { ...members, want: 'count' }))[members.parents[0]]).toEqual({ count: 1 });
    expect((await children(admin, members))[members.parents[1]]).toEqual({ count: 2, ids: ['ann', 'ext'] });
    await insert(`delete from project where id like 'set-%'`);
  });
});
