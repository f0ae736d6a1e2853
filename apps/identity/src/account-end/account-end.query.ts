import { statement } from '@holdfast/platform/persistence';

/** What an account has, by table, and what a row of it is told by besides the account. */
const owned = [
  ['session', 'uuid'],
  ['project_account', 'project_uuid'],
  ['group_member', 'group_uuid'],
  ['ssh_key', 'uuid'],
  ['notification_setting', 'project_uuid'],
  ['subscriber', 'project_uuid'],
] as const;

/**
 * Remove what account `$1` has, at most `$2` of each. By hand: the database removes a part of it and counts that, so
 * that however much there is each statement ends in its time. By their keys, as a row that somebody changes meanwhile
 * lies elsewhere then.
 */
export const endParts = owned.map(([table, key]) =>
  statement<{ count: number }>(
    `account_end_${table}`,
    `with gone as (
       delete from ${table} where account_uuid = $1
          and ${key} = any (array(select ${key} from ${table} where account_uuid = $1 limit $2)) returning 1)
     select count(*)::int as count from gone`,
  ),
);
