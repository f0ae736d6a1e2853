import { setTimeout as sleep } from 'node:timers/promises';
import { logPrefix, statementsOf } from './statements.mjs';
import { roleOf } from '../system/provision.mjs';

export const projectCount = 2_000;
const atOnce = 16;

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

/** 2,000 projects, made through the API once in a run. */
export const projects = (bench) =>
  bench.once('projects', async () => {
    const { installation } = bench;
    const make = (number) =>
      installation.api('POST', '/projects', {
        id: `project-${number}`,
        name: `Project ${number}`,
        description: `The project with the number ${number}`,
      });
    for (let at = 0; at < projectCount; at += atOnce)
      await Promise.all(Array.from({ length: atOnce }, (_, index) => make(at + index)));
  });

/** The columns of a table that take values. */
const columnsOf = async (client, table) => {
  const { rows } = await client.query(
    `select quote_ident(column_name) as name from information_schema.columns
      where table_schema = 'identity' and table_name = $1 and is_generated = 'NEVER' order by ordinal_position`,
    [table],
  );
  return rows.map(({ name }) => name).join(', ');
};

/** Copies of a user of the company under other names; through SQL, since 100,000 requests would take long. */
const copies = async (client, template, count) => {
  const columns = await columnsOf(client, 'account');
  await client.query(
    `insert into identity.account (${columns})
     select ${columns.split(', ').map((name) => `copy.${name}`)} from generate_series(1, ${count}) as number,
       lateral (select 'user-' || number as id, 'user-' || number || '@example.org' as email,
                       ($2::text[])[1 + number % array_length($2::text[], 1)] as first,
                       ($3::text[])[1 + number % array_length($3::text[], 1)] as last) as new,
       lateral (select (jsonb_populate_record(null::identity.account, to_jsonb(original) || jsonb_build_object(
           'uuid', gen_random_uuid(), 'id', new.id, 'email', new.email, 'email_key', new.email,
           'first_name', new.first, 'last_name', new.last, 'display_name', new.first || ' ' || new.last,
           'search_text', lower(new.id || chr(1) || new.email || chr(1) || new.first || ' ' || new.last)))).*
         from identity.account as original where original.uuid = $1) as copy`,
    [template, firstNames, lastNames],
  );
};

/** Two projects for each user of the company that is copied from the template. */
const rolesOf = (client, template) =>
  client.query(
    `insert into identity.project_account (project_uuid, account_uuid, role, created_at, updated_at)
     select project.uuid, account.uuid, 'developer', now(), now()
       from (select uuid, row_number() over () as number from identity.account
              where company_uuid = (select company_uuid from identity.account where uuid = $1) and id like 'user-%') account,
            (select uuid, row_number() over () as number, count(*) over () as total from identity.project
              where company_uuid = (select company_uuid from identity.account where uuid = $1)) project
      where project.number - 1 in (account.number % project.total, (account.number * 7 + 1) % project.total)`,
    [template],
  );

/** Fills a company with users and their roles. `authorization`: its administrator's. */
const fill = async ({ installation }, authorization, count) => {
  const user = { id: 'template', email: 'template@example.org', password: 'Sturdy4Knots' };
  const made = await installation.api('POST', '/users', user, authorization);
  const client = await installation.database();
  try {
    await copies(client, made.uuid, count);
    await rolesOf(client, made.uuid);
    await client.query('analyze');
  } finally {
    await client.end();
  }
};

/** The company of the run with 100,000 users; answers its administrator's authorization. */
export const manyUsers = (bench) =>
  bench.once('many-users', async () => {
    await projects(bench);
    await fill(bench, bench.installation.authorization, 100_000);
    return bench.installation.authorization;
  });

/** Another company with 1,000 users and 20 projects: as many users to a project. */
export const fewUsers = (bench) =>
  bench.once('few-users', async () => {
    const { installation } = bench;
    const company = JSON.parse(installation.command('holdfast', 'company', 'create', 'few', '--json'));
    const authorization = await installation.logIn(company);
    for (let number = 0; number < 20; number += 1)
      await installation.api('POST', '/projects', { id: `p-${number}`, name: `P ${number}` }, authorization);
    await fill(bench, authorization, 1_000);
    return authorization;
  });

/** The statements that identity sends to the database while `act` runs. */
export const statementsDuring = async ({ installation }, act) => {
  const client = await installation.database();
  const set = async (statements, prefix) => {
    await client.query(`alter system set log_line_prefix = '${prefix}'`);
    await client.query(`alter system set log_statement = '${statements}'`);
    await client.query('select pg_reload_conf()');
    await sleep(300); // until every process of the database has seen it
  };
  try {
    await set('all', logPrefix);
    const from = installation.databaseLog().length;
    await act();
    await set('none', '%m [%p] ');
    return statementsOf(installation.databaseLog().slice(from), roleOf('holdfast', 'identity'));
  } finally {
    await client.end();
  }
};
