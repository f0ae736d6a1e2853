import { statement } from '@holdfast/platform/persistence';

/**
 * By hand: one statement for any number of reports. The first report of a service may have version 0, as rows have
 * that nobody has reported.
 */
export const noteUsages = statement<never>(
  'storage_note',
  `update repository.repository r set storage_used = t.bytes, storage_version = t.version
     from unnest($1::uuid[], $2::bigint[], $3::bigint[]) as t (repository, bytes, version)
    where r.uuid = t.repository
      and (r.storage_version < t.version or r.storage_version = t.version and r.storage_used <> t.bytes)`,
);
