import type { Principal } from '@holdfast/kernel';
import { statement } from '@holdfast/platform/persistence';
import { sshKeyCredential } from '../account/credential.rules.js';
import { holdingAccounts, principalOfHolder, type HoldingAccount } from '../account/holding-account.query.js';

/** An SSH key joined with its account and company. */
export interface KeyHoldingAccount extends HoldingAccount {
  key: string;
  /** False: it is a bot's whose owner is gone, and opens nothing. */
  stands: boolean;
}

const { columns, joined, active, stands } = holdingAccounts;

/** Active holders of keys. By hand: every connection over SSH asks for it. */
const holders = `select k.uuid as key, ${columns}, ${stands} as stands from ssh_key k ${joined} where ${active}`;

/** Who of the company with this id has the key with this fingerprint. */
export const sshKeyHolder = statement<KeyHoldingAccount>(
  'ssh_key_verify',
  `${holders} and k.fingerprint = $1 and c.id = $2`,
);

/** Who has the key with this uuid. */
export const sshKeyStanding = statement<KeyHoldingAccount>(
  'ssh_key_standing',
  `${holders} and ${stands} and k.uuid = $1`,
);

/**
 * Who has the key with this fingerprint, in any company: who has had it longest comes first, or somebody who stores
 * another's key in many companies would hide where it is that other's. `$2`: so many at most.
 */
export const sshKeyHolders = statement<KeyHoldingAccount>(
  'ssh_key_holders',
  `${holders} and k.fingerprint = $1 order by stands desc, k.uuid limit $2`,
);

/**
 * The same of keys with these fingerprints, of accounts that stand: `$2` of each at most. By hand: one change may
 * concern all connections over SSH.
 */
export const standingSshKeyHolders = statement<KeyHoldingAccount & { fingerprint: string }>(
  'ssh_key_held',
  `select asked.fingerprint, held.* from unnest($1::text[]) as asked (fingerprint) cross join lateral (
    ${holders} and k.fingerprint = asked.fingerprint order by stands desc, k.uuid limit $2) held where held.stands`,
);

/** Who of the company with this uuid has keys with these fingerprints. */
export const sshKeySigners = statement<KeyHoldingAccount & { fingerprint: string }>(
  'ssh_key_signers',
  `select k.fingerprint, k.uuid as key, ${columns}, true as stands from ssh_key k ${joined}
    where ${active} and ${stands} and k.company_uuid = $1 and k.fingerprint = any($2)`,
);

export const principalOfSshKey = (row: KeyHoldingAccount): Principal =>
  principalOfHolder(row, sshKeyCredential(row.key));
