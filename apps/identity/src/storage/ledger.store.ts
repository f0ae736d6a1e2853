import type { LeasedStorage, LeaseStorage, StoragePlace, StorageUsage } from '@holdfast/contracts';
import { transaction } from '@holdfast/platform/persistence';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { CompanyRow } from '../company/company.entity.js';
import { CompanyTurns } from './company-turns.js';
import { accounts, endLeases, holdLease, knownPlaces, renewLeases, settleUsages } from './ledger.query.js';
import { granted } from './storage.rules.js';

const limitOf = (stored: string | null): number | null => (stored === null ? null : Number(stored));

/** The ledger of what is stored and of what is on its way. Changes of one company take turns. */
@Injectable()
export class LedgerStore {
  constructor(
    private readonly source: DataSource,
    private readonly turns: CompanyTurns,
  ) {}

  lease({ lease, place, limit, fit, hold: wanted }: LeaseStorage): Promise<LeasedStorage> {
    const { company, project, repository } = place;
    const keys = [company, project, repository, lease];
    return this.ofCompany(company, async (tx, row) => {
      if (!row) return { held: wanted };
      const [now] = await accounts(tx, keys);
      const answer = granted(
        [
          {
            level: 'company',
            limit: limitOf(row.storageLimit),
            used: Number(row.storageUsed),
            leased: Number(now.companyLeased),
          },
          {
            level: 'project',
            limit: limitOf(now.projectLimit),
            used: Number(now.projectUsed),
            leased: Number(now.projectLeased),
          },
          {
            level: 'repository',
            limit: limit ?? null,
            used: Number(now.repositoryUsed),
            leased: Number(now.repositoryLeased),
          },
        ],
        { fit, hold: wanted },
      );
      if ('held' in answer) await holdLease(tx, [...keys, answer.held]);
      return answer;
    });
  }

  async renew(leases: readonly string[]): Promise<void> {
    await renewLeases(this.source, [leases]);
  }

  async end(leases: readonly string[]): Promise<void> {
    await endLeases(this.source, [leases]);
  }

  /** Usages of one company, of each repository one. Of a company that is no more only what is gone is taken. */
  async settle(company: string, usages: readonly StorageUsage[]): Promise<void> {
    await this.ofCompany(company, async (tx, row) => {
      const told = row ? usages : usages.filter(({ gone }) => gone);
      if (told.length > 0)
        await settleUsages(tx, [
          company,
          told.map(({ repository }) => repository),
          told.map(({ project }) => project),
          told.map(({ bytes }) => bytes),
          told.map(({ version }) => version),
          told.map(({ gone }) => gone ?? false),
        ]);
    });
  }

  /** Repositories of the ledger in order of uuid, after that one. */
  known(after: string, limit: number): Promise<StoragePlace[]> {
    return knownPlaces(this.source, [after, limit]);
  }

  /** `row` is null when the company is no more. */
  private ofCompany<T>(
    company: string,
    work: (tx: EntityManager, row: CompanyRow | null) => Promise<T>,
  ): Promise<T> {
    return this.turns.run(company, () =>
      transaction(this.source, async (tx) => {
        // Whoever changes or reads the sums of a company holds its row: one order of locks, company before project.
        const lock = { mode: 'for_no_key_update' } as const;
        return work(tx, await tx.findOne(CompanyRow, { where: { uuid: company }, lock }));
      }),
    );
  }
}
