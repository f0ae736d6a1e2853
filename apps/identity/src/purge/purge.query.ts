import type { Purged } from '@holdfast/contracts';
import type { CallContext } from '@holdfast/kernel';
import { recordChange } from '@holdfast/platform/audit';
import { Any, type DataSource, type EntityManager } from 'typeorm';
import { CompanyRow } from '../company/company.entity.js';
import { ProjectRow } from '../project/project.entity.js';

/** How many objects of a company were removed. */
interface Gone {
  company: string;
  count: number;
}

/**
 * Removes what was deactivated longer ago than so many days, with everything below it, in one transaction. Companies
 * that lost something are told how much. By hand: the database counts what it removes, so that no row comes here.
 */
export const purgeDeactivated = (source: DataSource, ctx: CallContext, days: number): Promise<Purged> =>
  source.transaction(async (tx) => {
    await tx.query(`set local statement_timeout = '5min'`);
    const gone = (table: 'company' | 'project' | 'account'): Promise<Gone[]> =>
      tx.query(
        `with gone as (delete from ${table} where deleted_at < now() - make_interval(days => $1)
            returning ${table === 'company' ? 'uuid' : 'company_uuid'} as company)
          select company, count(*)::int as count from gone group by company`,
        [days],
      );
    const companies = await gone('company');
    const projects = await gone('project');
    const accounts = await gone('account');
    await tell(tx, ctx, projects, accounts);
    return { companies: sum(companies), projects: sum(projects), accounts: sum(accounts) };
  });

const tell = async (
  tx: EntityManager,
  ctx: CallContext,
  projects: Gone[],
  accounts: Gone[],
): Promise<void> => {
  const touched = await tx.find(CompanyRow, {
    select: { id: true, uuid: true },
    where: { uuid: Any([...projects, ...accounts].map(({ company }) => company)) },
    order: { uuid: 'asc' },
  });
  const of = (all: Gone[], uuid: string): number => all.find(({ company }) => company === uuid)?.count ?? 0;
  for (const company of touched)
    await recordChange(tx, ctx, company, {
      by: ({ uuid }) => ({ company: uuid }),
      detail: ({ uuid }) => ({ projects: of(projects, uuid), accounts: of(accounts, uuid) }),
    });
};

const sum = (all: Gone[]): number => all.reduce((total, { count }) => total + count, 0);

/** Those of the projects that there are, deactivated or not. */
export const existingProjects = async (source: DataSource, uuids: string[]): Promise<string[]> => {
  const where = { uuid: Any(uuids) };
  const found = await source.getRepository(ProjectRow).find({ select: { uuid: true }, where });
  return found.map(({ uuid }) => uuid);
};
