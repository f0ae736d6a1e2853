import type { StoragePlace } from '@holdfast/contracts';
import { statement } from '@holdfast/platform/persistence';

// By hand: each is one statement over sums and leases that every upload below a limit waits for, while it holds the row
// of its company.

/** How long a lease lives without being renewed. */
const lifetime = `interval '1 minute'`;

interface Accounts {
  projectLimit: string | null;
  projectUsed: string;
  repositoryUsed: string;
  companyLeased: string;
  projectLeased: string;
  repositoryLeased: string;
}

/** `$4` is the lease that asks; its own bytes do not stand in its way. */
export const accounts = statement<Accounts>(
  'storage_accounts',
  `select p.storage_limit as "projectLimit", coalesce(p.storage_used, 0) as "projectUsed",
         coalesce((select bytes from storage_usage where repository_uuid = $3), 0) as "repositoryUsed",
         l.company as "companyLeased", l.project as "projectLeased", l.repository as "repositoryLeased"
    from (select coalesce(sum(bytes), 0) as company,
                 coalesce(sum(bytes) filter (where project_uuid = $2), 0) as project,
                 coalesce(sum(bytes) filter (where repository_uuid = $3), 0) as repository
            from storage_lease where company_uuid = $1 and uuid <> $4 and expires_at > now()) l
    left join project p on p.uuid = $2 and p.company_uuid = $1`,
);

export const holdLease = statement<never>(
  'storage_hold',
  `insert into storage_lease (uuid, company_uuid, project_uuid, repository_uuid, bytes, expires_at)
  values ($4, $1, $2, $3, $5, now() + ${lifetime})
  on conflict (uuid) do update set bytes = excluded.bytes, expires_at = excluded.expires_at`,
);

/**
 * Sets what repositories of one company store, and moves the sums over them by as much. The first report of a service
 * may have the version of a row that the catalogue told before it; otherwise reports of one version are the same.
 */
export const settleUsages = statement<never>(
  'storage_settle',
  `with told as (
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
   where uuid = $1 and (select sum(more) from changed) <> 0`,
);

export const renewLeases = statement<never>(
  'storage_renew',
  `update storage_lease set expires_at = now() + ${lifetime} where uuid = any($1::uuid[])`,
);
/** What expired long ago goes as well; a process that was cut off for less may still renew it. */
export const endLeases = statement<never>(
  'storage_end',
  `delete from storage_lease where uuid = any($1::uuid[]) or expires_at < now() - interval '1 hour'`,
);
export const knownPlaces = statement<StoragePlace>(
  'storage_known',
  `select repository_uuid as repository, project_uuid as project, company_uuid as company
     from storage_usage where repository_uuid > $1 order by repository_uuid limit $2`,
);
