import type { Principal } from '@holdfast/kernel';
import { statement } from '@holdfast/platform/persistence';
import { keyCredential } from '../account/credential.rules.js';
import { holdingAccounts, principalOfHolder, type HoldingAccount } from '../account/holding-account.query.js';

/** A session joined with its account and company. */
export interface KeyHolder extends HoldingAccount {
  session: string;
  lastUsedAt: Date;
  keyVersion: number;
}

const { columns, joined, active, stands } = holdingAccounts;

/**
 * Active holders of keys, without the sessions that are older than the days in `$3`, or unused for those in `$2`. By
 * hand: every request whose keys a gateway does not know asks for it.
 */
const holders = `select k.uuid as session, k.last_used_at as "lastUsedAt", c.key_version as "keyVersion", ${columns}
     from session k ${joined}
    where ${active} and ${stands}
      and ($2::int is null or k.last_used_at > now() - make_interval(days => $2))
      and ($3::int is null or k.created_at > now() - make_interval(days => $3))`;

/** Who holds the account key with this hash; days as null: no limit. */
export const keyHolder = statement<KeyHolder>('session_authenticate', `${holders} and k.key_hash = $1`);

/** Who holds the key of the session with this uuid. */
export const sessionHolder = statement<KeyHolder>('session_standing', `${holders} and k.uuid = $1`);

export const principalOfKey = (row: KeyHolder): Principal => ({
  ...principalOfHolder(row, keyCredential(row.session)),
  ...(row.type === 'bot' ? {} : { session: row.session }),
});
