import type { AccountType, Principal } from '@holdfast/kernel';
import { statement } from '@holdfast/platform/persistence';

/** A session joined with its account and company. */
export interface KeyHolder {
  session: string;
  last_used_at: Date;
  account: string;
  account_id: string;
  type: AccountType;
  email: string;
  display_name: string;
  company_admin: boolean;
  uuid: string;
  company_id: string;
  key_version: number;
}

/**
 * Who holds the account key with this hash; nobody when the session is older than the days in `$3`, or was not
 * used for the days in `$2` (null: no limit).
 */
export const keyHolder = statement<KeyHolder>(
  'session_authenticate',
  `select s.uuid as session, s.last_used_at, a.uuid as account, a.id as account_id, a.type, a.email, a.display_name,
          a.company_admin, c.uuid, c.id as company_id, c.key_version
     from session s
     join account a on a.uuid = s.account_uuid
     join company c on c.uuid = a.company_uuid
    where s.key_hash = $1 and a.deleted_at is null and c.deleted_at is null
      and ($2::int is null or s.last_used_at > now() - make_interval(days => $2))
      and ($3::int is null or s.created_at > now() - make_interval(days => $3))`,
);

export const principalOfKey = (row: KeyHolder): Principal => ({
  company: { uuid: row.uuid, id: row.company_id },
  account: {
    uuid: row.account,
    id: row.account_id,
    type: row.type,
    email: row.email,
    name: row.display_name,
  },
  companyAdmin: row.company_admin,
  ...(row.type === 'bot' ? {} : { session: row.session }),
});
