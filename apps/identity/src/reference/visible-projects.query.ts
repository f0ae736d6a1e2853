import type { ListVisibleProjects, VisibleProjectsAnswer } from '@holdfast/contracts';
import type { Principal } from '@holdfast/kernel';
import { runComposed, together, type ReadFrom } from '@holdfast/platform/persistence';
import { projectsOfAccounts } from '../role/role-links.js';
import { visibleAmong, visibleProjects } from '../project/project.query.js';
import { linkedPage } from '../related/shared-links.query.js';

const most = 20_000;

/**
 * Projects that the caller may see, by one statement: a page of all active ones or of those of some accounts, or
 * some.
 */
export const visible = async (
  source: ReadFrom,
  caller: Principal,
  { accounts, projects, after, limit = most }: ListVisibleProjects,
): Promise<VisibleProjectsAnswer> => {
  const page = Math.min(limit, most);
  return accounts
    ? ofAccounts(source, caller, accounts, { after, limit: page })
    : ofCompany(source, caller, { projects, after, limit: page });
};

const ofCompany = async (
  source: ReadFrom,
  caller: Principal,
  { projects, after = '', limit }: { projects: string[] | undefined; after?: string; limit: number },
): Promise<VisibleProjectsAnswer> => {
  const visible = projects ? visibleAmong(caller) : visibleProjects(caller);
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

const activeProjects = { from: 'project p', where: 'p.deleted_at is null', alias: 'p' };

const ofAccounts = async (
  source: ReadFrom,
  caller: Principal,
  accounts: string[],
  { after = '', limit }: { after: string | undefined; limit: number },
): Promise<VisibleProjectsAnswer> => {
  const asked = {
    rows: activeProjects,
    links: projectsOfAccounts,
    visible: visibleProjects(caller),
    parents: accounts,
  };
  const { children, sets, more } = await linkedPage(source, asked, { after, most: limit });
  const bytes = Math.ceil(children.length / 8);
  const byAccount: Record<string, string> = {};
  for (const [account, set] of sets) byAccount[account] = set.subarray(0, bytes).toString('base64');
  return { projects: children, byAccount, more };
};
