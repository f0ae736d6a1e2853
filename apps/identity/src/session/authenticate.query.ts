import type { AccountType, Principal } from '@holdfast/kernel';
import { statement } from '@holdfast/platform/persistence';
import { ownerStands } from '../bot/bot.query.js';
import { keyCredential } from './credential.rules.js';

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
 * Active holders of keys, bots with their owners; without the sessions that are older than the days in `$3`, or
 * unused for those in `$2`.
 */
const holders = `select s.uuid as session, s.last_used_at, a.uuid as account, a.id as account_id, a.type, a.email, a.display_name,
          a.company_admin, c.uuid, c.id as company_id, c.key_version
     from session s
     join account a on a.uuid = s.account_uuid
     join company c on c.uuid = a.company_uuid
    where a.deleted_at is null and c.deleted_at is null and ${ownerStands}
      and ($2::int is null or s.last_used_at > now() - make_interval(days => $2))
      and ($3::int is null or s.created_at > now() - make_interval(days => $3))`;

/** Who holds the account key with this hash; days as null: no limit. */
export const keyHolder = statement<KeyHolder>('session_authenticate', `${holders} and s.key_hash = $1`);

/** Who holds the key of the session with this uuid. */
export const sessionHolder = statement<KeyHolder>('session_standing', `${holders} and s.uuid = $1`);

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
  credential: keyCredential(row.session),
  ...(row.type === 'bot' ? {} : { session: row.session }),
});
