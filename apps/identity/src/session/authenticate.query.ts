import type { AccountType, Principal } from '@holdfast/kernel';
import { statement } from '@holdfast/platform/persistence';
import { ownerStands } from '../account/owned-account.query.js';
import { keyCredential } from '../account/credential.rules.js';

/** A session joined with its account and company. */
export interface KeyHolder {
  session: string;
  lastUsedAt: Date;
  account: string;
  accountId: string;
  type: AccountType;
  email: string;
  displayName: string;
  companyAdmin: boolean;
  /** Of bots. */
  owner: string | null;
  uuid: string;
  companyId: string;
  keyVersion: number;
}

/**
 * Active holders of keys, bots with their owners; without the sessions that are older than the days in `$3`, or
 * unused for those in `$2`. By hand: every request whose keys a gateway does not know asks for it.
 */
const holders = `select s.uuid as session, s.last_used_at as "lastUsedAt", a.uuid as account, a.id as "accountId", a.type,
          a.email, a.display_name as "displayName", a.company_admin as "companyAdmin", a.owner_uuid as owner, c.uuid, c.id as "companyId",
          c.key_version as "keyVersion"
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
  company: { uuid: row.uuid, id: row.companyId },
  account: {
    uuid: row.account,
    id: row.accountId,
    type: row.type,
    email: row.email,
    name: row.displayName,
    ...(row.owner === null ? {} : { owner: row.owner }),
  },
  companyAdmin: row.companyAdmin,
  credential: keyCredential(row.session),
  ...(row.type === 'bot' ? {} : { session: row.session }),
});
