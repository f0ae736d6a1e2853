import { identityCalls, type Purged } from '@holdfast/contracts';
import { IdentityWorld } from '../identity-world.fixture.js';

/** What one company had deactivated took longer than the database gives a statement: nothing was purged ever again. */
describe('a purge of more than one statement may remove', () => {
  let world: IdentityWorld;
  beforeAll(async () => {
    world = await IdentityWorld.start();
    for (const id of ['acme', 'beta', 'gone']) await world.company(id);
    await world.source.query(
      `create function bound() returns trigger language plpgsql as $$ begin
         if (select count(*) from gone) > 1000 then raise exception 'too much at once'; end if;
         return null; end $$;
       create trigger bound after delete on project referencing old table as gone
         for each statement execute function bound();
       create trigger bound after delete on account referencing old table as gone
         for each statement execute function bound()`,
    );
  });
  afterAll(() => world.end());

  const deactivatedProjects = (company: string, count: number) =>
    world.source.query(
      `insert into project (uuid, company_uuid, id, name, visibility, color, labels, description, properties,
          created_at, updated_at, deleted_at, search_text)
        select gen_random_uuid(), c.uuid, 'p' || n, 'p' || n, 'company', 'blue', '{}', '', '{}', now(), now(), now(), ''
          from company c, generate_series(1, ${count}) n where c.id = $1`,
      [company],
    );
  const deactivatedBots = (company: string, count: number) =>
    world.source.query(
      `insert into account (uuid, company_uuid, type, id, email, first_name, last_name, display_name, description,
          phone, title, locale, source, company_admin, visibility, search_text, created_at, updated_at, deleted_at)
        select gen_random_uuid(), c.uuid, 'bot', 'b' || n, '', '', '', '', '', '', '', 'en', '', false, 'private', '',
               now(), now(), now() from company c, generate_series(1, ${count}) n where c.id = $1`,
      [company],
    );
  const left = async (table: string): Promise<number> =>
    (await world.source.query<{ count: number }[]>(`select count(*)::int as count from ${table}`))[0].count;

  it('removes it in parts, and tells each company what went', async () => {
    await deactivatedProjects('acme', 2_500);
    await deactivatedProjects('beta', 3);
    await deactivatedBots('acme', 1_500);
    await deactivatedProjects('gone', 1_500);
    await deactivatedBots('gone', 1_500);
    await world.ask(identityCalls.deactivateCompany, { company: 'gone' });
    expect(await world.ask<Purged>(identityCalls.purge, { days: 0 })).toEqual({
      companies: 1,
      projects: 2_503,
      accounts: 1_500,
    });
    // The admins of the companies that are left.
    expect([await left('company'), await left('project'), await left('account')]).toEqual([2, 0, 2]);
    expect(await world.ask<Purged>(identityCalls.purge, { days: 0 })).toEqual({
      companies: 0,
      projects: 0,
      accounts: 0,
    });
  });
});
