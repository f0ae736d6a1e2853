import { projectUserOperations } from '@holdfast/contracts';
import type { Principal } from '@holdfast/kernel';
import { codeOf, IdentityWorld, type AnyView } from '../identity-world.fixture.js';
import { projectScope } from '../project/project.query.js';
import { rowsRead } from '../rows-read.fixture.js';
import { ProjectGroupStore } from './project-group.store.js';

const groups = 5_000;

// PostgreSQL itself; the server's address comes from tools/test. All groups of a project were looked through for one
// link, without a turn, also where a change of it was refused.
describe('one role in a project of very many groups', () => {
  let world: IdentityWorld;
  let admin: Principal;
  let jane: Principal;
  let project: string;
  beforeAll(async () => {
    world = await IdentityWorld.start();
    ({ admin } = await world.company('acme'));
    await world.users(admin, 'jane');
    jane = await world.principal('acme', 'jane');
    await world.manyProjects(admin.company.uuid, 1);
    for (const statement of [
      `insert into "group" (uuid, company_uuid, id, name, description, visibility, source, created_at, updated_at,
          search_text)
        select gen_random_uuid(), $2, 'g' || n, 'Group ' || n, '', 'private', '', now(), now(), ''
          from generate_series(1, ${groups}) n where $1::uuid is not null`,
      `insert into project_group (project_uuid, group_uuid, role, created_at, updated_at)
        select p.uuid, g.uuid, 'developer', now(), now() from project p, "group" g
         where p.company_uuid = $2 and $1::uuid is not null`,
      `insert into group_member (group_uuid, account_uuid, role, created_at, updated_at)
        select uuid, $1, 'member', now(), now() from "group" where company_uuid = $2`,
      `insert into project_account (project_uuid, account_uuid, role, created_at, updated_at)
        select uuid, $1, 'guest', now(), now() from project where company_uuid = $2`,
    ])
      await world.source.query(statement, [jane.account.uuid, admin.company.uuid]);
    await world.source.query('analyze');
    [{ uuid: project }] = await world.source.query<[{ uuid: string }]>('select uuid from project');
  });
  afterAll(() => world.end());

  const user = (verb: 'create' | 'show' | 'update' | 'delete', role?: string) =>
    world.run<AnyView>(projectUserOperations[verb], admin, {
      params: { project_id: 'p1', ...(verb === 'create' ? {} : { id: 'jane' }) },
      body: { ...(verb === 'create' ? { id: 'jane' } : {}), ...(role === undefined ? {} : { role }) },
    });

  it('is shown, changed and taken with what its groups give', async () => {
    const given = { role: 'guest', highest_role: 'developer' };
    expect(await user('show')).toMatchObject(given);
    expect(await user('update', 'manager')).toMatchObject({ role: 'manager', highest_role: 'manager' });
    expect(await user('update', 'guest')).toMatchObject(given);
    expect(await user('delete')).toMatchObject(given);
    expect(await user('create', 'guest')).toMatchObject(given);
  });

  it('is refused to be changed before its groups are looked through', async () => {
    const refused = () =>
      world.run(projectUserOperations.update, jane, {
        params: { project_id: 'p1', id: 'jane' },
        body: { role: 'admin' },
      });
    const guarded = () => projectScope(world.source, jane, 'p1');
    expect(await codeOf(refused())).toBe('forbidden');
    const rows = await rowsRead(world.source, () => refused().catch(() => undefined));
    // What the guard asks is there as often as it asks.
    expect(rows).toBeLessThanOrEqual((await rowsRead(world.source, guarded)) + 100);
  });

  it('is that of a group, too, which is looked for alone', async () => {
    const found = () => world.part(ProjectGroupStore).find(jane, project, 'g7');
    expect(await found()).toMatchObject({ groupId: 'g7', role: 'developer' });
    expect(await rowsRead(world.source, found)).toBeLessThan(100);
  });
});
