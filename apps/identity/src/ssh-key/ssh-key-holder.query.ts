import type { AccountType, Principal } from '@holdfast/kernel';
import { statement } from '@holdfast/platform/persistence';
import { ownerStands } from '../account/owned-account.query.js';
import { sshKeyCredential } from '../account/credential.rules.js';

/** An SSH key joined with its account and company. */
export interface KeyHoldingAccount {
  key: string;
  account: string;
  accountId: string;
  type: AccountType;
  email: string;
  displayName: string;
  companyAdmin: boolean;
  /** Of bots. */
  owner: string | null;
  company: string;
  companyId: string;
}

/** Active holders of keys, bots with their owners. By hand: every connection over SSH asks for it. */
const holders = `select k.uuid as key, a.uuid as account, a.id as "accountId", a.type, a.email, a.display_name as "displayName",
          a.company_admin as "companyAdmin", a.owner_uuid as owner, c.uuid as company, c.id as "companyId"
     from ssh_key k
     join account a on a.uuid = k.account_uuid
     join company c on c.uuid = a.company_uuid
    where a.deleted_at is null and c.deleted_at is null and ${ownerStands}`;

/** Who of the company with this id has the key with this fingerprint. */
export const sshKeyHolder = statement<KeyHoldingAccount>(
  'ssh_key_verify',
  `${holders} and k.fingerprint = $1 and c.id = $2`,
);

/** Who has the key with this uuid. */
export const sshKeyStanding = statement<KeyHoldingAccount>('ssh_key_standing', `${holders} and k.uuid = $1`);

/** Who has the key with this fingerprint, in any company. */
export const sshKeyHolders = statement<KeyHoldingAccount>(
  'ssh_key_holders',
  `${holders} and k.fingerprint = $1 order by c.id collate "C" limit 10`,
);

export const principalOfSshKey = (row: KeyHoldingAccount): Principal => ({
  company: { uuid: row.company, id: row.companyId },
  account: {
    uuid: row.account,
    id: row.accountId,
    type: row.type,
    email: row.email,
    name: row.displayName,
    ...(row.owner === null ? {} : { owner: row.owner }),
  },
  companyAdmin: row.companyAdmin,
  credential: sshKeyCredential(row.key),
});
