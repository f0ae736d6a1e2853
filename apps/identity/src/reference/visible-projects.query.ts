import type { VisibleProjects, VisibleProjectsAnswer } from '@holdfast/contracts';
import type { Principal } from '@holdfast/kernel';
import { pool } from '@holdfast/platform/persistence';
import type { DataSource } from 'typeorm';
import { visibleProjects } from '../project/project.query.js';

const most = 20_000;

/** Projects that the caller may see, by one statement: a page of all active ones, some, or those of some accounts. */
export const visible = async (
  source: DataSource,
  caller: Principal,
  { accounts, projects, after, limit = most }: VisibleProjects,
): Promise<VisibleProjectsAnswer> => {
  const page = Math.min(limit, most);
  return accounts
    ? ofAccounts(source, caller, accounts, page)
    : ofCompany(source, caller, { projects, after, limit: page });
};

const ofCompany = async (
  source: DataSource,
  caller: Principal,
  { projects, after = '', limit }: { projects: string[] | undefined; after?: string; limit: number },
): Promise<VisibleProjectsAnswer> => {
  const { sql, values } = visibleProjects(caller);
  const at = values.length;
  const which = projects ? `p.uuid = any($${at + 3}::uuid[])` : 'p.deleted_at is null';
  const { rows } = await pool(source).query<{ uuid: string; id: string }>({
    name: undefined,
    text: `select p.uuid, p.id from project p where ${sql} and ${which} and p.id > $${at + 1}
            order by p.id limit $${at + 2}`,
    values: [...values, after, limit + 1, ...(projects ? [projects] : [])],
  });
  return { projects: rows.slice(0, limit), more: rows.length > limit };
};

const ofAccounts = async (
  source: DataSource,
  caller: Principal,
  accounts: string[],
  limit: number,
): Promise<VisibleProjectsAnswer> => {
  const { sql, values } = visibleProjects(caller);
  const at = values.length;
  const { rows } = await pool(source).query<{ account: string; uuid: string; id: string }>({
    name: undefined,
    text: `select r.account_uuid as account, p.uuid, p.id
             from (select account_uuid, project_uuid from project_account where account_uuid = any($${at + 1}::uuid[])
                   union
                   select gm.account_uuid, pg.project_uuid from group_member gm
                     join project_group pg on pg.group_uuid = gm.group_uuid
                    where gm.account_uuid = any($${at + 1}::uuid[])) r
             join project p on p.uuid = r.project_uuid
            where ${sql} and p.deleted_at is null
            order by array_position($${at + 1}::uuid[], r.account_uuid), p.id limit $${at + 2}`,
    values: [...values, accounts, limit + 1],
  });
  const byAccount: Record<string, string[]> = {};
  const projects = new Map<string, { uuid: string; id: string }>();
  for (const { account, uuid, id } of rows.slice(0, limit)) {
    (byAccount[account] ??= []).push(uuid);
    projects.set(uuid, { uuid, id });
  }
  return { projects: [...projects.values()], byAccount, more: rows.length > limit };
};
