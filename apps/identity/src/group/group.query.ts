import { isUuid, type GroupScope, type Principal } from '@holdfast/kernel';
import { statement, type Condition } from '@holdfast/platform/persistence';
import type { DataSource } from 'typeorm';

/** The rows of `"group" g` that the caller may know of: `seesGroup` of the privilege rules, in SQL. */
export const visibleGroups = ({ company, account, companyAdmin }: Principal): Condition => {
  if (companyAdmin) return { sql: 'g.company_uuid = :company', parameters: { company: company.uuid } };
  const member = 'g.uuid in (select group_uuid from group_member where account_uuid = :caller)';
  return {
    sql: `g.company_uuid = :company and ${account.type === 'user' ? `(g.visibility = 'public' or ${member})` : member}`,
    parameters: { company: company.uuid, caller: account.uuid },
  };
};

/**
 * Of which of its groups the links in a project are known: those of public ones to everybody who sees it, those of
 * private ones to their members.
 */
export const groupsOfVisibleProject = ({ company, account, companyAdmin }: Principal): Condition =>
  companyAdmin
    ? { sql: 'g.company_uuid = :company', parameters: { company: company.uuid } }
    : {
        sql: `g.company_uuid = :company and (g.visibility = 'public'
              or g.uuid in (select group_uuid from group_member where account_uuid = :caller))`,
        parameters: { company: company.uuid, caller: account.uuid },
      };

/** The same for rows that are found by something else, and are few: a look for each, however many groups he is in. */
export const groupsOfProjectAmong = (caller: Principal): Condition => {
  const { company, account, companyAdmin } = caller;
  if (companyAdmin) return groupsOfVisibleProject(caller);
  // What has an offset is not hashed.
  return {
    sql: `g.company_uuid = :company and (g.visibility = 'public' or exists (
          select from group_member own where own.group_uuid = g.uuid and own.account_uuid = :caller offset 0))`,
    parameters: { company: company.uuid, caller: account.uuid },
  };
};

/**
 * By hand: the guard asks for it with every request below a group. Where there is none, a row without its uuid, and the
 * same is looked for, as of projects.
 */
const scope = `select g.uuid, g.id, false as deleted, g.visibility,
    (select role from group_member where group_uuid = coalesce(g.uuid, $1) and account_uuid = $3) as role
  from (values (1)) as always left join "group" g on g.company_uuid = $1 and`;

type ScopeRow = (Omit<GroupScope, 'role'> & { role: 'admin' | 'member' | null }) | { uuid: null };

const byId = statement<ScopeRow>('group_scope', `${scope} g.id = $2`);
const byUuid = statement<ScopeRow>('group_scope_uuid', `${scope} g.uuid = $2`);

/** The group with this id or uuid as the caller stands to it. One statement. */
export const groupScope = async (
  source: DataSource,
  { company, account }: Principal,
  id: string,
): Promise<GroupScope | undefined> => {
  const [row] = await (isUuid(id) ? byUuid : byId)(source, [company.uuid, id, account.uuid]);
  if (row.uuid === null) return undefined;
  const { role, ...group } = row;
  return role ? { ...group, role } : group;
};
