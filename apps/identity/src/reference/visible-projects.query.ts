import type { ListVisibleProjects, VisibleProjectsAnswer } from '@holdfast/contracts';
import type { Principal } from '@holdfast/kernel';
import { runComposed, together } from '@holdfast/platform/persistence';
import type { DataSource } from 'typeorm';
import { visibleProjects } from '../project/project.query.js';

const most = 20_000;

/** Projects that the caller may see, by one statement: a page of all active ones, some, or those of some accounts. */
export const visible = async (
  source: DataSource,
  caller: Principal,
  { accounts, projects, after, limit = most }: ListVisibleProjects,
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
  const visible = visibleProjects(caller);
  const which = projects ? 'p.uuid = any(:projects::uuid[])' : 'p.deleted_at is null';
  const rows = await runComposed<{ uuid: string; id: string }>(
    source,
    undefined,
    `select p.uuid, p.id from project p where (${visible.sql}) and ${which} and p.id > :after
      order by p.id limit :most`,
    together({ after, most: limit + 1, ...(projects ? { projects } : {}) }, visible.parameters),
  );
  return { projects: rows.slice(0, limit), more: rows.length > limit };
};

const ofAccounts = async (
  source: DataSource,
  caller: Principal,
  accounts: string[],
  limit: number,
): Promise<VisibleProjectsAnswer> => {
  const visible = visibleProjects(caller);
  const rows = await runComposed<{ account: string; uuid: string; id: string }>(
    source,
    undefined,
    `select r.account_uuid as account, p.uuid, p.id
             from (select account_uuid, project_uuid from project_account where account_uuid = any(:accounts::uuid[])
                   union
                   select gm.account_uuid, pg.project_uuid from group_member gm
                     join project_group pg on pg.group_uuid = gm.group_uuid
                    where gm.account_uuid = any(:accounts::uuid[])) r
             join project p on p.uuid = r.project_uuid
            where (${visible.sql}) and p.deleted_at is null
            order by array_position(:accounts::uuid[], r.account_uuid), p.id limit :most`,
    together({ accounts, most: limit + 1 }, visible.parameters),
  );
  const byAccount: Record<string, string[]> = {};
  const projects = new Map<string, { uuid: string; id: string }>();
  for (const { account, uuid, id } of rows.slice(0, limit)) {
    (byAccount[account] ??= []).push(uuid);
    projects.set(uuid, { uuid, id });
  }
  return { projects: [...projects.values()], byAccount, more: rows.length > limit };
};
