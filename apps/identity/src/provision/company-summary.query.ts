import { columnsOf } from '@holdfast/platform/persistence';
import type { DataSource } from 'typeorm';
import { AccountRow } from '../account/account.entity.js';
import { CompanyRow } from '../company/company.entity.js';
import { ProjectRow } from '../project/project.entity.js';

/** A company with what it holds. */
type CompanySummary = CompanyRow & { users: number; projects: number };

/** Every company by id, deactivated ones too, after that one. */
export const companySummaries = (
  source: DataSource,
  after: string,
  limit: number,
): Promise<CompanySummary[]> => {
  return source
    .createQueryBuilder(CompanyRow, 'c')
    .select(columnsOf(CompanyRow, 'c'))
    .addSelect(
      (users) =>
        users
          .select('count(*)::int')
          .from(AccountRow, 'a')
          .where(`a.companyUuid = c.uuid and a.type = 'user' and a.deletedAt is null`),
      'users',
    )
    .addSelect(
      (projects) =>
        projects
          .select('count(*)::int')
          .from(ProjectRow, 'p')
          .where('p.companyUuid = c.uuid and p.deletedAt is null'),
      'projects',
    )
    .where('c.id > :after', { after })
    .orderBy('c.id')
    .limit(limit)
    .getRawMany();
};
