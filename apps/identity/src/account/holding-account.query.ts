import type { AccountType, Principal } from '@holdfast/kernel';
import { ownerStands } from './owned-account.query.js';

/** The account that holds a key, and its company. */
export interface HoldingAccount {
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

/** Keys as `k`, joined with the active accounts that hold them; bots under an owner under whom they work. */
export const holdingAccounts = {
  columns: `a.uuid as account, a.id as "accountId", a.type, a.email, a.display_name as "displayName",
          a.company_admin as "companyAdmin", a.owner_uuid as owner, c.uuid as company, c.id as "companyId"`,
  joined: `join account a on a.uuid = k.account_uuid join company c on c.uuid = a.company_uuid`,
  active: `a.deleted_at is null and c.deleted_at is null`,
  stands: ownerStands,
} as const;

/** Somebody who has come with a key that this account holds. */
export const principalOfHolder = (row: HoldingAccount, credential: string): Principal => ({
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
  credential,
});
