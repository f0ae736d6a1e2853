import { setLogLevel } from '@holdfast/platform/observability';
import { wholeList, type ListQuery, type Principal } from '@holdfast/kernel';
import {
  allowSilence,
  clientOf,
  composed,
  listStatement,
  openDatabase,
  type Composed,
  type Condition,
  type ListSource,
} from '@holdfast/platform/persistence';
import { testDatabase, testDatabaseServer, type TestDatabase } from '@holdfast/platform/testing';
import 'reflect-metadata';
import type { DataSource } from 'typeorm';
import { accountList } from '../account/account.store.js';
import { auditEventList } from '../audit-event/audit-event.store.js';
import { visibleBots } from '../bot/bot.query.js';
import { botList } from '../bot/bot.store.js';
import { groupMemberList } from '../group/group-member.store.js';
import { groupsOfVisibleProject, visibleGroups } from '../group/group.query.js';
import { groupList } from '../group/group.store.js';
import { projectAccountList } from '../membership/project-account.store.js';
import { projectGroupList } from '../membership/project-group.store.js';
import { membersOf, projectMemberList } from '../membership/project-member.query.js';
import { entities, migrations, related } from '../composition.js';
import { childrenStatement } from '../related/children.query.js';
import { RelatedObjects } from '../related/related-objects.js';
import { visibleProjects } from '../project/project.query.js';
import { projectList } from '../project/project.store.js';
import { sessionList } from '../session/session.store.js';
import { sshKeyList } from '../ssh-key/ssh-key.store.js';
import { subscriberList } from '../subscriber/subscriber.store.js';

const uuid = (kind: number, n: number): string =>
  `00000000-0000-7000-8000-${String(kind).padStart(4, '0')}${String(n).padStart(8, '0')}`;
const sqlUuid = (kind: number, n: string): string =>
  `('00000000-0000-7000-8000-' || '${String(kind).padStart(4, '0')}' || lpad((${n})::text, 8, '0'))::uuid`;

/** Most plans are those of 100,000 rows; fewer than 20,000 audit events are read from end to end for a search. */
const rows = 25_000;
/** How many of a relation have the same project, group or account. */
const each = rows / 100;
const company = uuid(1, 1);
const [accounts, bots, groups, projects] = [2, 3, 4, 5];

/**
 * A company with 25,000 of everything, and 2,500 bots; projects and groups of a hundredth of all people, or of twenty
 * groups.
 */
const fill = async (source: DataSource): Promise<void> => {
  const series = `generate_series(1, ${rows}) n`;
  const account = (kind: number, type: string, prefix: string, many: number): string => `
    insert into account (uuid, company_uuid, type, id, email, email_key, first_name, last_name, display_name,
      description, phone, title, locale, source, company_admin, visibility, search_text, created_at, updated_at)
    select ${sqlUuid(kind, 'n')}, '${company}', '${type}', '${prefix}' || md5(n::text), '${prefix}' || n || '@example.com',
      '${prefix}' || n || '@example.com', '', '', md5('x' || n), '', '', '', 'en', '', false, 'public', '${prefix}' || md5(n::text) || chr(1) || '${prefix}' || n || '@example.com' || chr(1) || md5('x' || n), now(), now() from generate_series(1, ${many}) n`;
  const link = (table: string, columns: string, values: string): string =>
    `insert into ${table} (${columns}, role, created_at, updated_at) select ${values}, 'guest', now(), now() from ${series}`;
  const statements = [
    `insert into company (uuid, id, name, key_version, created_at, updated_at) values ('${company}', 'acme', 'Acme', 1, now(), now())`,
    account(accounts, 'user', 'u', rows),
    account(bots, 'bot', 'b', rows / 10),
    `insert into "group" (uuid, company_uuid, id, name, description, visibility, source, created_at, updated_at, search_text) select ${sqlUuid(groups, 'n')}, '${company}', 'g' || md5(n::text), 'name' || md5(n::text), '', 'public', '', now(), now(), md5(n::text) || chr(1) || md5(n::text) from ${series}`,
    `insert into project (uuid, company_uuid, id, name, visibility, color, labels, description, properties, created_at, updated_at, search_text) select ${sqlUuid(projects, 'n')}, '${company}', 'p' || md5(n::text), 'name' || md5(n::text), 'company', 'blue', '{}', md5('d' || n), '{}', now(), now(), md5(n::text) || chr(1) || md5('d' || n) from ${series}`,
    link(
      'project_account',
      'project_uuid, account_uuid',
      `${sqlUuid(projects, `1 + n / ${each}`)}, ${sqlUuid(accounts, 'n')}`,
    ),
    link(
      'project_group',
      'project_uuid, group_uuid',
      `${sqlUuid(projects, '1 + n / 20')}, ${sqlUuid(groups, 'n')}`,
    ),
    link(
      'group_member',
      'group_uuid, account_uuid',
      `${sqlUuid(groups, `1 + n / ${each}`)}, ${sqlUuid(accounts, 'n')}`,
    ),
    `insert into subscriber select ${sqlUuid(projects, `1 + n / ${each}`)}, ${sqlUuid(accounts, 'n')}, now() from ${series}`,
    `insert into session select ${sqlUuid(6, 'n')}, ${sqlUuid(accounts, `1 + n % ${each}`)}, md5(n::text), md5(n::text), '', now(), now(), now() from ${series}`,
    `insert into audit_event select to_char(n, 'fm000000000000000000000000'), '${company}', now(), ${sqlUuid(accounts, `1 + n % ${each}`)}, null, 'operation.' || n % 50, jsonb_build_object('id', md5(n::text)), array[md5(n::text), 'p' || n % 1000], '192.0.2.' || n % 200, 'ok', '{}' from ${series}`,
    `insert into ssh_key select ${sqlUuid(7, 'n')}, '${company}', ${sqlUuid(accounts, `1 + n % ${each}`)}, md5(n::text), md5(n::text), '', md5(n::text), now(), now() from ${series}`,
  ];
  const runner = source.createQueryRunner();
  try {
    allowSilence(await clientOf(runner), 120_000);
    await runner.query("set statement_timeout = 0; set maintenance_work_mem = '256MB'");
    // Checked keys and growing indexes would take most of the time.
    await runner.query('set session_replication_role = replica');
    const indexes = (await runner.query(
      `select indexname as name, indexdef as definition from pg_indexes
        where schemaname = 'identity' and indexname not in (select conname from pg_constraint)`,
    )) as { name: string; definition: string }[];
    for (const { name } of indexes) await runner.query(`drop index ${name}`);
    for (const statement of statements) await runner.query(statement);
    for (const { definition } of indexes) await runner.query(definition);
    await runner.query('analyze');
  } finally {
    await runner.release();
  }
};

const caller = (companyAdmin: boolean, type: 'user' | 'collaborator' = 'user'): Principal => ({
  company: { uuid: company, id: 'acme' },
  account: { uuid: uuid(accounts, 5), id: 'u', type, email: '', name: '' },
  companyAdmin,
  credential: '',
});

const of = (sql: string, parameters: Condition['parameters']): Condition => ({ sql, parameters });
const ofCompany = of('e.company_uuid = :company', { company });
const inProject = of('m.project_uuid = :project', { project: uuid(projects, 1) });

const lists: [string, ListSource, Condition[]][] = [
  ['users', accountList, [of('a.company_uuid = :company and a.type = :type', { company, type: 'user' })]],
  ['bots for an admin', botList, [visibleBots(caller(true))]],
  ['bots for a user', botList, [visibleBots(caller(false))]],
  ['groups for an admin', groupList, [visibleGroups(caller(true))]],
  ['groups for a user', groupList, [visibleGroups(caller(false))]],
  ['projects for an admin', projectList, [visibleProjects(caller(true))]],
  ['projects for a user', projectList, [visibleProjects(caller(false))]],
  ['projects for a collaborator', projectList, [visibleProjects(caller(false, 'collaborator'))]],
  [
    'project users',
    projectAccountList,
    [of('m.project_uuid = :project and a.type = :type', { project: uuid(projects, 1), type: 'user' })],
  ],
  ['project groups', projectGroupList, [inProject, groupsOfVisibleProject(caller(false))]],
  ['project members', projectMemberList, [of(membersOf(':project'), { project: uuid(projects, 1) })]],
  ['group members', groupMemberList, [of('m.group_uuid = :group', { group: uuid(groups, 1) })]],
  ['subscribers', subscriberList, [of('s.project_uuid = :project', { project: uuid(projects, 1) })]],
  ['sessions', sessionList, [of('s.account_uuid = :account', { account: uuid(accounts, 5) })]],
  ['audit events', auditEventList, [ofCompany]],
  [
    'audit events of an account',
    auditEventList,
    [ofCompany, of('e.account_uuid = any(:accounts::uuid[])', { accounts: [uuid(accounts, 5)] })],
  ],
  [
    'audit events of a target',
    auditEventList,
    [ofCompany, of('e.names && :names::text[]', { names: ['p5'] })],
  ],
  ['SSH keys', sshKeyList, [of('k.account_uuid = :account', { account: uuid(accounts, 5) })]],
];

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  Plans?: Plan[];
}

/** Tables that the plan reads from end to end. */
const scanned = ({ 'Node Type': type, 'Relation Name': table, Plans = [] }: Plan): string[] => [
  ...(type === 'Seq Scan' ? [String(table)] : []),
  ...Plans.flatMap(scanned),
];

// PostgreSQL itself; the server's address comes from tools/test.
describe('the plan of a list over very many rows', () => {
  let database: TestDatabase;
  let source: DataSource;
  beforeAll(async () => {
    setLogLevel('silent');
    database = await testDatabase(testDatabaseServer(), 'identity');
    source = await openDatabase({ url: database.url, schema: 'identity', entities, migrations });
    await fill(source);
  });
  afterAll(async () => {
    await source.destroy();
    await database.drop();
  });

  const explained = async ({ text, names }: Composed, parameters: Condition['parameters']): Promise<Plan> => {
    const [row] = await source.query<[{ 'QUERY PLAN': [{ Plan: Plan }] }]>(
      `explain (format json) ${text}`,
      names.map((name) => parameters[name]),
    );
    return row['QUERY PLAN'][0].Plan;
  };

  const plan = (list: ListSource, query: Partial<ListQuery>, conditions: Condition[]): Promise<Plan> => {
    const whole = { ...wholeList, limit: 100, ...query };
    const { statement, parameters } = listStatement(source, list, whole, conditions);
    return explained(statement, parameters);
  };

  it.each(lists)('uses an index in the default order: %s', async (_, list, conditions) => {
    expect(scanned(await plan(list, {}, conditions))).toEqual([]);
  });

  it.each(lists)('uses an index by id: %s', async (_, list, conditions) => {
    expect(scanned(await plan(list, { sort: 'id', descending: true }, conditions))).toEqual([]);
  });

  it.each(lists)('uses an index for a search of three characters: %s', async (_, list, conditions) => {
    expect(scanned(await plan(list, { searchTerm: 'abc' }, conditions))).toEqual([]);
    expect(scanned(await plan(list, { searchTerm: 'fed1' }, conditions))).toEqual([]);
  });

  it.each(['admin', 'user', 'collaborator'] as const)(
    'uses an index for the groups of projects: %s',
    async (who) => {
      const groupsOfProject = new RelatedObjects(related).children('project', 'groups');
      if (!groupsOfProject) throw new Error('projects have no groups');
      const visible = visibleGroups(caller(who === 'admin', who === 'collaborator' ? who : 'user'));
      const parents = [1, 2, 3].map((n) => uuid(projects, n));
      for (const want of ['list', 'include'] as const) {
        const asked = { parents, limit: 1_000, most: 2_000 };
        const { sql, parameters } = childrenStatement(groupsOfProject, visible, want, asked);
        const statement = composed(source, undefined, sql, () => sql, parameters);
        expect(scanned(await explained(statement, parameters))).toEqual([]);
      }
    },
  );
});
