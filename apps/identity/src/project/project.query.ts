import type { Principal, ProjectRole, ProjectScope } from '@holdfast/kernel';
import { isUuid } from '@holdfast/kernel';
import { statement, type Condition } from '@holdfast/platform/persistence';
import type { DataSource } from 'typeorm';

/** The projects in which account `:caller` has a role, directly or through a group. */
const withRole = `select project_uuid from project_account where account_uuid = :caller
  union
  select pg.project_uuid from group_member gm join project_group pg on pg.group_uuid = gm.group_uuid
   where gm.account_uuid = :caller`;

/** The rows of `project p` that the caller may know of: `seesProject` of the privilege rules, in SQL. */
export const visibleProjects = ({ company, account, companyAdmin }: Principal): Condition => {
  if (companyAdmin) return { sql: 'p.company_uuid = :company', parameters: { company: company.uuid } };
  const parameters = { company: company.uuid, caller: account.uuid };
  // As an array the few uuids are looked up; as a subquery they are hashed once and asked row by row.
  if (account.type !== 'user')
    return { sql: `p.company_uuid = :company and p.uuid = any(array(${withRole}))`, parameters };
  return {
    sql: `p.company_uuid = :company
      and ((p.visibility = 'company' and p.deleted_at is null) or p.uuid in (${withRole}))`,
    parameters,
  };
};

/**
 * Whether account `:caller` has a role in the project of this row. A union is not hashed: the database takes an account
 * to have few roles, and would read all of thousands for a single row.
 */
const hasRole = `exists (select from project_account pa where pa.project_uuid = p.uuid and pa.account_uuid = :caller
  union all
  select from project_group pg join group_member gm on gm.group_uuid = pg.group_uuid
   where pg.project_uuid = p.uuid and gm.account_uuid = :caller)`;

/**
 * The same for rows that are found by something else, and are few: a look or two at an index for each of them, however
 * many roles the caller has.
 */
export const visibleAmong = (caller: Principal): Condition => {
  const { company, account, companyAdmin } = caller;
  if (companyAdmin) return visibleProjects(caller);
  const open = account.type === 'user' ? `(p.visibility = 'company' and p.deleted_at is null) or ` : '';
  return {
    sql: `p.company_uuid = :company and (${open}${hasRole})`,
    parameters: { company: company.uuid, caller: account.uuid },
  };
};

/**
 * Every role of account `$3` in the project. By hand: the guard asks for it with every request below a project. Where
 * there is none, a row without its uuid, and the same is looked for: the time tells nobody what is hidden from him.
 */
const scope = `select p.uuid, p.id, p.visibility, p.deleted_at is not null as deleted,
    (select least(p.storage_limit, c.storage_limit)::float8 from company c where c.uuid = $1) as "storageLimit",
    array(select role from project_account where project_uuid = coalesce(p.uuid, $1) and account_uuid = $3
          union
          select pg.role from project_group pg join group_member gm on gm.group_uuid = pg.group_uuid
           where pg.project_uuid = coalesce(p.uuid, $1) and gm.account_uuid = $3) as roles
  from (values (1)) as always left join project p on p.company_uuid = $1 and`;

interface NoRow {
  uuid: null;
}

interface ScopeRow extends ProjectScope {
  roles: ProjectRole[];
}

const byId = statement<ScopeRow | NoRow>('project_scope', `${scope} p.id = $2`);
const byUuid = statement<ScopeRow | NoRow>('project_standing', `${scope} p.uuid = $2`);

const there = ([row]: (ScopeRow | NoRow)[]): ScopeRow | undefined => (row.uuid === null ? undefined : row);

/** The project of this uuid, as the account stands to it. All three are uuids. */
export const projectStanding = async (
  source: DataSource,
  company: string,
  account: string,
  project: string,
): Promise<ProjectScope | undefined> => there(await byUuid(source, [company, project, account]));

/** The project that a text of people names, as an account stands to it, deactivated ones too. One statement. */
export const projectScope = async (
  source: DataSource,
  { company, account }: { company: { uuid: string }; account: { uuid: string } },
  id: string,
): Promise<ProjectScope | undefined> =>
  there(await (isUuid(id) ? byUuid : byId)(source, [company.uuid, id, account.uuid]));
