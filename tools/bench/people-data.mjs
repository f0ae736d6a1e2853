import { setTimeout as sleep } from 'node:timers/promises';
import { explainSettings, statementsOf } from './statements.mjs';
import { parsed } from '../system/private-files.mjs';
import { roleOf } from '../system/provision.mjs';

const firstNames = [
  'Ada',
  'Grace',
  'Alan',
  'Edsger',
  'Barbara',
  'Donald',
  'Tony',
  'Frances',
  'John',
  'Margaret',
];
const lastNames = ['Hopper', 'Lovelace', 'Turing', 'Dijkstra', 'Liskov', 'Knuth', 'Hoare', 'Allen', 'Backus'];

/** @import { Client } from 'pg' */
/** @typedef {Pick<import('./bench.mjs').Bench, 'once' | 'installation'>} Bench */

/** The columns of a table that take values. @param {Client} client @param {string} table @param {string} schema */
export const columnsOf = async (client, table, schema) => {
  /** @type {import('pg').QueryResult<{ name: string }>} */
  const { rows } = await client.query(
    `select quote_ident(column_name) as name from information_schema.columns
      where table_schema = $2 and table_name = $1 and is_generated = 'NEVER' order by ordinal_position`,
    [table, schema],
  );
  return rows.map(({ name }) => name);
};

/**
 * Copies of a row of a table of identity. `values`: SQL for the columns that differ, in which `number` is the number
 * of the copy from 1 on.
 * @param {Client} client
 * @param {{ table: string, template: string, count: number, values: Record<string, string> }} wanted
 */
const copies = async (client, { table, template, count, values }) => {
  const columns = await columnsOf(client, table, 'identity');
  const changed = Object.entries({ uuid: 'gen_random_uuid()', ...values }).map(
    ([name, expression]) => `'${name}', ${expression}`,
  );
  await client.query(
    `insert into identity.${table} (${columns.join(', ')})
     select ${columns.map((name) => `copy.${name}`).join(', ')}
       from (select to_jsonb(original) as row from identity.${table} as original where uuid = $1) as source,
            generate_series(1, ${count}) as number,
            jsonb_populate_record(null::identity.${table}, source.row || jsonb_build_object(${changed.join(', ')})) as copy`,
    [template],
  );
};

/** @param {string[]} names */
const literals = (names) => `(array[${names.map((name) => `'${name}'`).join(', ')}])`;
/** @param {string[]} names */
const oneOf = (names) => `${literals(names)}[1 + number % ${names.length}]`;

const userValues = () => {
  const [id, email] = [`'user-' || number`, `'user-' || number || '@example.org'`];
  const display = `${oneOf(firstNames)} || ' ' || ${oneOf(lastNames)}`;
  return {
    ...{ id, email, email_key: email, first_name: oneOf(firstNames), last_name: oneOf(lastNames) },
    display_name: display,
    search_text: `lower(${id} || chr(1) || ${email} || chr(1) || ${display})`,
  };
};

const projectValues = () => {
  const [id, name] = [`'project-' || number`, `'Project ' || number`];
  const description = `'The project with the number ' || number`;
  return { id, name, description, search_text: `lower(${[id, name, description].join(' || chr(1) || ')})` };
};

/**
 * @template T
 * @param {Bench} bench
 * @param {(client: Client) => Promise<T>} act
 */
const withDatabase = async ({ installation }, act) => {
  const client = await installation.database();
  try {
    return await act(client);
  } finally {
    await client.end();
  }
};

/**
 * Projects of the administrator's company: `project-1` and so on, beside the one that they are copies of.
 * @param {Bench} bench
 * @param {string} authorization
 * @param {number} count
 */
const makeProjects = async (bench, authorization, count) => {
  const template = { id: 'template', name: 'Template', description: 'What the others are copies of' };
  const made = await bench.installation.api('POST', '/projects', template, authorization);
  const wanted = { table: 'project', template: made.uuid, count, values: projectValues() };
  await withDatabase(bench, async (client) => {
    await copies(client, wanted);
    await client.query('vacuum analyze identity.project');
  });
};

/** 2,000 projects in the company of the run. @param {Bench} bench */
export const projects = (bench) =>
  bench.once('projects', () => makeProjects(bench, bench.installation.authorization, 2_000));

/**
 * Two projects for each user of the company that is a copy of the template.
 * @param {Client} client
 * @param {string} template
 */
const rolesOf = (client, template) =>
  client.query(
    `with company as (select company_uuid as uuid from identity.account where uuid = $1),
          project as (select p.uuid, row_number() over () - 1 as number, count(*) over () as total
                        from identity.project p, company where p.company_uuid = company.uuid),
          member as (select a.uuid, row_number() over () as number
                       from identity.account a, company where a.company_uuid = company.uuid and a.id like 'user-%')
     insert into identity.project_account (project_uuid, account_uuid, role, created_at, updated_at)
     select project.uuid, member.uuid, 'developer', now(), now()
       from member, (select max(total) as total from project) size,
            lateral unnest(array[member.number % size.total, (member.number + 1) % size.total]) as wanted(number),
            project
      where project.number = wanted.number`,
    [template],
  );

/**
 * Fills a company with users and their roles.
 * @param {Bench} bench
 * @param {string} authorization its administrator's
 * @param {number} count
 */
const makeUsers = async (bench, authorization, count) => {
  const user = { id: 'template', email: 'template@example.org', password: 'Sturdy4Knots' };
  const { uuid } = await bench.installation.api('POST', '/users', user, authorization);
  await withDatabase(bench, async (client) => {
    await copies(client, { table: 'account', template: uuid, count, values: userValues() });
    await rolesOf(client, uuid);
    // Now, so that the database does not do it on its own while something is measured.
    await client.query('vacuum analyze identity.account, identity.project_account');
  });
};

/** The company of the run with 100,000 users; answers its administrator's authorization. @param {Bench} bench */
export const manyUsers = (bench) =>
  bench.once('many-users', async () => {
    await projects(bench);
    await makeUsers(bench, bench.installation.authorization, 100_000);
    return bench.installation.authorization;
  });

/** Another company with 1,000 users and 20 projects: as many users to a project. @param {Bench} bench */
export const fewUsers = (bench) =>
  bench.once('few-users', async () => {
    const { installation } = bench;
    const created = installation.command('holdfast', 'company', 'create', 'few', '--json');
    const company = /** @type {import('../system/access.mjs').Access} */ (parsed(created));
    const authorization = await installation.logIn(company);
    await makeProjects(bench, authorization, 20);
    await makeUsers(bench, authorization, 1_000);
    return authorization;
  });

/**
 * The reading statements that identity sends to the database while `act` runs.
 * @param {Bench} bench
 * @param {() => Promise<unknown>} act
 */
export const statementsDuring = (bench, act) =>
  withDatabase(bench, async (client) => {
    const role = roleOf('holdfast', 'identity');
    const database = bench.installation;
    /** Settings of a role count for new sessions only. */
    const renewSessions = async () => {
      await client.query('select pg_terminate_backend(pid) from pg_stat_activity where usename = $1', [role]);
      await sleep(500);
      await act();
    };
    for (const [name, value] of Object.entries(explainSettings))
      await client.query(`alter role ${role} set ${name} = '${value}'`);
    await renewSessions();
    const from = database.databaseLog().length;
    await act();
    await sleep(200); // for the last lines to be written
    const statements = statementsOf(database.databaseLog().slice(from));
    for (const name of Object.keys(explainSettings)) await client.query(`alter role ${role} reset ${name}`);
    await renewSessions();
    return statements;
  });
