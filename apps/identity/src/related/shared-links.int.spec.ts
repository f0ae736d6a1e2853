import { runComposed, type Parameters } from '@holdfast/platform/persistence';
import { IdentityWorld } from '../identity-world.fixture.js';
import { accountsOfProjects, projectsOfAccounts } from '../role/role-links.js';
import {
  linkedCounts,
  linkedCountsStatement,
  linkedPage,
  linkedPageStatement,
  type LinkedBy,
} from './shared-links.query.js';

const people = 400;
const projects = 500;

interface Plan {
  'Actual Rows': number;
  'Actual Loops': number;
  Plans?: Plan[];
}

/** Most rows that a step of the plan made. */
const mostRows = (plan: Plan): number =>
  Math.max(plan['Actual Rows'] * plan['Actual Loops'], ...(plan.Plans ?? []).map(mostRows));

// PostgreSQL itself; the server's address comes from tools/test.
describe('children that are linked by groups', () => {
  let world: IdentityWorld;
  let company: string;
  let accounts: string[];
  let places: string[];
  beforeAll(async () => {
    world = await IdentityWorld.start();
    company = (await world.company('acme')).admin.company.uuid;
    const insert = async (sql: string, ...values: unknown[]): Promise<string[]> => {
      const rows = await world.source.query<{ uuid: string }[]>(`${sql} returning uuid`, values);
      return rows.map(({ uuid }) => uuid);
    };
    accounts = await insert(
      `insert into account (uuid, company_uuid, type, id, email, email_key, first_name, last_name, display_name, description,
         phone, title, locale, source, company_admin, visibility, search_text, created_at, updated_at)
       select gen_random_uuid(), $1, 'user', 'u' || n, n || '@e', n || '@e', '', '', '', '', '', '', 'en', '', false, 'public', '',
              now(), now() from generate_series(1, $2) n`,
      company,
      people,
    );
    places = await insert(
      `insert into project (uuid, company_uuid, id, name, visibility, color, labels, description, properties, search_text, created_at, updated_at)
       select gen_random_uuid(), $1, 'p' || n, 'p' || n, 'company', 'blue', '{}', '', '{}', '', now(), now()
         from generate_series(1, $2) n`,
      company,
      projects,
    );
    const groups = await insert(
      `insert into "group" (uuid, company_uuid, id, name, description, visibility, source, created_at, updated_at, search_text)
       select gen_random_uuid(), $1, 'g' || n, 'g' || n, '', 'public', '', now(), now(), '' from generate_series(1, 2) n`,
      company,
    );
    await world.source.query(
      `insert into group_member (group_uuid, account_uuid, role, created_at, updated_at)
       select g, a, 'member', now(), now() from unnest($1::uuid[]) g, unnest($2::uuid[]) a`,
      [groups, accounts],
    );
    await world.source.query(
      `insert into project_group (group_uuid, project_uuid, role, created_at, updated_at)
       select g, p, 'guest', now(), now() from unnest($1::uuid[]) g, unnest($2::uuid[]) p`,
      [groups, places],
    );
    await world.source.query('analyze');
  });
  afterAll(() => world.end());

  const asked = (): Record<string, LinkedBy> => ({
    'projects of people': {
      rows: { from: 'project p', where: 'p.deleted_at is null', alias: 'p' },
      links: projectsOfAccounts,
      visible: { sql: 'p.company_uuid = :company', parameters: { company } },
      parents: accounts,
    },
    'members of projects': {
      rows: { from: 'account a', where: 'a.deleted_at is null', alias: 'a' },
      links: accountsOfProjects,
      visible: { sql: 'a.company_uuid = :company', parameters: { company } },
      parents: places,
    },
  });

  /** Most rows that a step of the statement makes. */
  const rowsMade = async (sql: string, parameters: Parameters): Promise<number> => {
    const explained = `explain (analyze, format json) ${sql}`;
    const read = runComposed<{ 'QUERY PLAN': [{ Plan: Plan }] }>;
    const [row] = await read(world.source, undefined, explained, parameters);
    return mostRows(row['QUERY PLAN'][0].Plan);
  };

  it.each([
    ['projects of people', projects],
    ['members of projects', people],
  ])('are counted without a row for each pair: %s', async (which, each) => {
    const by = asked()[which];
    const counts = await linkedCounts(world.source, by);
    expect([counts.size, new Set(counts.values())]).toEqual([by.parents.length, new Set([each])]);
    const { sql, parameters } = linkedCountsStatement(by);
    // Twice as many links as people or projects; the pairs are 200,000.
    expect(await rowsMade(sql, parameters)).toBeLessThan(5 * (people + projects));
  });

  it.each([
    ['as many as are wanted', projects, projects],
    ['one more', projects - 1, 0],
  ])('come with their objects where they are few: %s', async (_, most, wanted) => {
    const by = asked()['projects of people'];
    const numbering = { after: '', most: 20_000, objects: { select: 'p.uuid, p.name', most } };
    const { children, sets, more } = await linkedPage(world.source, by, numbering);
    expect([children.length, sets.size, more]).toEqual([projects, people, false]);
    const objects = children.flatMap(({ id, object }) => (object ? [{ id, ...object }] : []));
    expect(objects).toHaveLength(wanted);
    expect(objects).toMatchObject(objects.map(({ id }) => ({ name: id })));
    const { sql, parameters } = linkedPageStatement(by, numbering);
    const rows = await rowsMade(sql, parameters);
    // Each object is looked up once, and none where there are too many.
    expect(rows).toBeLessThan(5 * (people + projects));
  });
});
