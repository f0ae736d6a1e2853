import type { Purged } from '@holdfast/contracts';
import type { CallContext } from '@holdfast/kernel';
import { recordChange } from '@holdfast/platform/audit';
import { takeTime } from '@holdfast/platform/persistence';
import { Any, type DataSource, type EntityManager } from 'typeorm';
import { CompanyRow } from '../company/company.entity.js';
import { ProjectRow } from '../project/project.entity.js';

/** Most of a sort that one transaction removes, with everything below it. */
const atOnce = 1_000;

/** How many objects of a company were removed. */
interface Gone {
  company: string;
  count: number;
}

type Table = 'project' | 'account';

/**
 * Removes a part of what was deactivated longer ago than so many days, with everything below it, in one transaction:
 * as much as one company has of it, none keeps that of the others. Companies that lost something are told how much.
 * Undefined: there is nothing more. By hand: the database counts what it removes, so that no row comes here.
 */
export const purgePart = (source: DataSource, ctx: CallContext, days: number): Promise<Purged | undefined> =>
  source.transaction(async (tx) => {
    await takeTime(tx);
    const [company] = await tx.query<{ uuid: string }[]>(
      'select uuid from company where deleted_at < now() - make_interval(days => $1) limit 1',
      [days],
    );
    if (company) return companyPart(tx, company.uuid);
    const projects = await gone(tx, 'project', days);
    const accounts = await gone(tx, 'account', days);
    if (projects.length + accounts.length === 0) return undefined;
    await tell(tx, ctx, projects, accounts);
    return { companies: 0, projects: sum(projects), accounts: sum(accounts) };
  });

/** What a company has, in the order in which it goes: bots before their owners, who would be taken from each first. */
const below = [
  ['project', ''],
  ['account', `and type = 'bot'`],
  ['account', ''],
  ['group', ''],
] as const;

/** Before a company goes, what it has: not counted, and nobody is left to be told. */
const companyPart = async (tx: EntityManager, uuid: string): Promise<Purged> => {
  for (const [table, those] of below) {
    const removed = await tx.query<unknown[]>(
      `with gone as (delete from "${table}" where uuid = any (array(
           select uuid from "${table}" where company_uuid = $1 ${those} limit ${atOnce})) returning 1)
        select from gone limit 1`,
      [uuid],
    );
    if (removed.length > 0) return { companies: 0, projects: 0, accounts: 0 };
  }
  await tx.delete(CompanyRow, { uuid });
  return { companies: 1, projects: 0, accounts: 0 };
};

const gone = (tx: EntityManager, table: Table, days: number): Promise<Gone[]> =>
  tx.query(
    `with gone as (delete from ${table} where uuid = any (array(
         select uuid from ${table} where deleted_at < now() - make_interval(days => $1) limit ${atOnce}))
       returning company_uuid as company)
      select company, count(*)::int as count from gone group by company`,
    [days],
  );

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
