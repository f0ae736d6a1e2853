import { projectOperations } from '@holdfast/contracts';
import type { Principal } from '@holdfast/kernel';
import { AccountRow } from '../account/account.entity.js';
import { CompanyRow } from '../company/company.entity.js';
import { IdentityWorld } from '../identity-world.fixture.js';
import { ProjectRow } from '../project/project.entity.js';
import { deactivatedId } from './free-id.js';

// PostgreSQL itself; the server's address comes from tools/test.
describe('the id of what is deactivated, which read all ids that begin like it', () => {
  let world: IdentityWorld;
  let admin: Principal;
  beforeAll(async () => {
    world = await IdentityWorld.start();
    ({ admin } = await world.company('acme'));
    await world.company('beta');
    // Growing the indexes of lists would take most of the time.
    const indexes = await world.source.query<{ name: string }[]>(
      `select indexname as name from pg_indexes where schemaname = 'identity' and tablename = 'project'
         and indexdef not like '% UNIQUE %'`,
    );
    for (const { name } of indexes) await world.source.query(`drop index ${name}`);
  });
  afterAll(() => world.end());

  /** Projects of the company whose ids are that text and a number each. */
  const many = (prefix: string, count: number, company = 'acme') =>
    world.source.query(
      `insert into project (uuid, company_uuid, id, name, visibility, color, labels, description, properties,
          created_at, updated_at, search_text)
        select gen_random_uuid(), c.uuid, $1::text || n, $1::text || n, 'company', 'blue', '{}', '', '{}', now(), now(), ''
          from company c, generate_series(1, ${count}) n where c.id = $2`,
      [prefix, company],
    );
  const idOf = (id: string) =>
    deactivatedId(world.source.manager, ProjectRow, { id, companyUuid: admin.company.uuid });

  it('has the smallest number that is free in its company', async () => {
    await many('demo-', 11);
    await many('other-', 3, 'beta');
    await world.source.query(`update project set id = 'demo-007' where id = 'demo-7'`);
    expect([await idOf('demo'), await idOf('other'), await idOf("o'%")]).toEqual([
      'demo-7',
      'other-1',
      "o'%-1",
    ]);
    const { manager } = world.source;
    expect(await deactivatedId(manager, CompanyRow, { id: 'acme' })).toBe('acme-1');
    const account = { id: admin.account.id, companyUuid: admin.company.uuid };
    expect(await deactivatedId(manager, AccountRow, account)).toBe(`${admin.account.id}-1`);
  });

  it('is found by one look at an index for each number, however many ids begin like it', async () => {
    await many('x-a', 20_000);
    await many('x-', 3);
    await world.source.query('analyze project');
    const { statements } = await world.counted(() => idOf('x'));
    const [row] = await world.source.query<{ 'QUERY PLAN': [{ Plan: Record<string, unknown> }] }[]>(
      `explain (analyze, format json) ${statements[0]}`,
      ['x', admin.company.uuid],
    );
    const { Plan: plan } = row['QUERY PLAN'][0];
    expect(JSON.stringify(plan)).not.toContain('Seq Scan');
    expect(Number(plan['Actual Rows'])).toBe(1);
  });

  it('has a number beyond ten thousand where a hundred thousand others have the same name', async () => {
    await many('why-', 100_000);
    expect(await idOf('why')).toMatch(/^why-\d{13}$/);
    await world.run(projectOperations.create, admin, { body: { id: 'why', name: 'Why' } });
    const ended = await world.run(projectOperations.delete, admin, { params: { project_id: 'why' } });
    expect(ended).toMatchObject({ id: expect.stringMatching(/^why-\d{13}$/) as string, old_id: 'why' });
  });
});
