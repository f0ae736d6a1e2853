import { statement } from '@holdfast/platform/persistence';

/** The end of every statement that adds to a row of sums, or makes it. */
export const addedToUsage = `on conflict (repository, shard) do update set files = usage.files + excluded.files,
    bytes = usage.bytes + excluded.bytes, changes = usage.changes + 1`;

/** By hand, as what adds: a sum is moved where it stands. */
export const subtractUsage = statement<never>(
  'usage_subtract',
  `insert into usage (repository, shard, files, bytes, changes) values ($1, 0, -$2::bigint, -$3::bigint, 1)
   ${addedToUsage}`,
);
