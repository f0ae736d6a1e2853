import type { LeasedStorage, LeaseStorage, StoragePlace, StorageUsage } from '@holdfast/contracts';
import { statement, transaction } from '@holdfast/platform/persistence';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { CompanyTurns } from './company-turns.js';
import { granted } from './storage.rules.js';

/** How long a lease lives without being renewed. */
const lifetime = `interval '1 minute'`;

/** Whoever changes or reads the sums of a company holds its row: one order of locks, company before project. */
const holdCompany = 'select storage_limit, storage_used from company where uuid = $1 for no key update';

/** `$4` is the lease that asks; its own bytes do not stand in its way. */
const accounts = `
  select p.storage_limit as project_limit, coalesce(p.storage_used, 0) as project_used,
         coalesce((select bytes from storage_usage where repository_uuid = $3), 0) as repository_used,
         l.company as company_leased, l.project as project_leased, l.repository as repository_leased
    from (select coalesce(sum(bytes), 0) as company,
                 coalesce(sum(bytes) filter (where project_uuid = $2), 0) as project,
                 coalesce(sum(bytes) filter (where repository_uuid = $3), 0) as repository
            from storage_lease where company_uuid = $1 and uuid <> $4 and expires_at > now()) l
    left join project p on p.uuid = $2 and p.company_uuid = $1`;

const hold = `
  insert into storage_lease (uuid, company_uuid, project_uuid, repository_uuid, bytes, expires_at)
  values ($4, $1, $2, $3, $5, now() + ${lifetime})
  on conflict (uuid) do update set bytes = excluded.bytes, expires_at = excluded.expires_at`;

/**
 * Sets what repositories of one company store, and moves the sums over them by as much. The first report of a service
 * may have the version of a row that the catalogue told before it; otherwise reports of one version are the same.
 */
const settle = `
  with told as (
    select * from unnest($2::uuid[], $3::uuid[], $4::bigint[], $5::bigint[], $6::boolean[])
      as t (repository, project, bytes, version, gone)
  ), before as (
    select u.repository_uuid, u.bytes from storage_usage u join told t on t.repository = u.repository_uuid
  ), gone as (
    delete from storage_usage u using told t
     where u.repository_uuid = t.repository and t.gone and u.company_uuid = $1
    returning u.repository_uuid, u.project_uuid, 0::bigint as bytes
  ), kept as (
    insert into storage_usage (repository_uuid, project_uuid, company_uuid, bytes, version)
    select repository, project, $1, bytes, version from told where not gone
    on conflict (repository_uuid) do update set bytes = excluded.bytes, version = excluded.version
     where storage_usage.company_uuid = $1 and storage_usage.version <= excluded.version
       and (storage_usage.version, storage_usage.bytes) <> (excluded.version, excluded.bytes)
    returning repository_uuid, project_uuid, bytes
  ), changed as (
    select c.project_uuid, sum(c.bytes - coalesce(b.bytes, 0)) as more
      from (select * from gone union all select * from kept) c left join before b using (repository_uuid)
     group by c.project_uuid
  ), projects as (
    update project p set storage_used = p.storage_used + c.more
      from changed c where p.uuid = c.project_uuid and p.company_uuid = $1 and c.more <> 0
  )
  update company set storage_used = storage_used + (select sum(more) from changed)
   where uuid = $1 and (select sum(more) from changed) <> 0`;

const renew = statement<never>(
  'storage_renew',
  `update storage_lease set expires_at = now() + ${lifetime} where uuid = any($1::uuid[])`,
);
/** What expired long ago goes as well; a process that was cut off for less may still renew it. */
const end = statement<never>(
  'storage_end',
  `delete from storage_lease where uuid = any($1::uuid[]) or expires_at < now() - interval '1 hour'`,
);
const known = statement<StoragePlace>(
  'storage_known',
  `select repository_uuid as repository, project_uuid as project, company_uuid as company
     from storage_usage where repository_uuid > $1 order by repository_uuid limit $2`,
);

interface Accounts {
  project_limit: string | null;
  project_used: string;
  repository_used: string;
  company_leased: string;
  project_leased: string;
  repository_leased: string;
}

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
      const [now] = await tx.query<[Accounts]>(accounts, keys);
      const answer = granted(
        [
          {
            level: 'company',
            limit: limitOf(row.storage_limit),
            used: Number(row.storage_used),
            leased: Number(now.company_leased),
          },
          {
            level: 'project',
            limit: limitOf(now.project_limit),
            used: Number(now.project_used),
            leased: Number(now.project_leased),
          },
          {
            level: 'repository',
            limit: limit ?? null,
            used: Number(now.repository_used),
            leased: Number(now.repository_leased),
          },
        ],
        { fit, hold: wanted },
      );
      if ('held' in answer) await tx.query(hold, [...keys, answer.held]);
      return answer;
    });
  }

  async renew(leases: readonly string[]): Promise<void> {
    await renew(this.source, [leases]);
  }

  async end(leases: readonly string[]): Promise<void> {
    await end(this.source, [leases]);
  }

  /** Usages of one company, of each repository one. Of a company that is no more only what is gone is taken. */
  async settle(company: string, usages: readonly StorageUsage[]): Promise<void> {
    await this.ofCompany(company, async (tx, row) => {
      const told = row ? usages : usages.filter(({ gone }) => gone);
      if (told.length > 0)
        await tx.query(settle, [
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
    return known(this.source, [after, limit]);
  }

  /** `row` is undefined when the company is no more. */
  private ofCompany<T>(
    company: string,
    work: (tx: EntityManager, row: CompanySums | undefined) => Promise<T>,
  ): Promise<T> {
    return this.turns.run(company, () =>
      transaction(this.source, async (tx) => {
        const row = (await tx.query<CompanySums[]>(holdCompany, [company])).at(0);
        return work(tx, row);
      }),
    );
  }
}

interface CompanySums {
  storage_limit: string | null;
  storage_used: string;
}
