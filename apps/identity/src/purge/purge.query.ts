import type { Purged } from '@holdfast/contracts';
import { statement } from '@holdfast/platform/persistence';
import type { DataSource } from 'typeorm';

/** Removes what was deactivated longer ago than so many days, with everything below it, in one transaction. */
export const purgeDeactivated = (source: DataSource, days: number): Promise<Purged> =>
  source.transaction(async (tx) => {
    await tx.query(`set local statement_timeout = '5min'`);
    const gone = async (table: 'company' | 'project' | 'account'): Promise<number> => {
      const [, count]: [unknown, number] = await tx.query(
        `delete from ${table} where deleted_at < now() - make_interval(days => $1)`,
        [days],
      );
      return count;
    };
    const companies = await gone('company');
    const projects = await gone('project');
    return { companies, projects, accounts: await gone('account') };
  });

const existing = statement<{ uuid: string }>(
  'existing_projects',
  'select uuid from project where uuid = any($1::uuid[])',
);

/** Those of the projects that there are, deactivated or not. */
export const existingProjects = async (source: DataSource, uuids: string[]): Promise<string[]> =>
  (await existing(source, [uuids])).map(({ uuid }) => uuid);
