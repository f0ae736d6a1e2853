import type { AccountType } from '@holdfast/kernel';
import { columnsOf } from '@holdfast/platform/persistence';
import { AccountRow } from './account.entity.js';

/** An account with the reference to its owner, which only bots have. */
export interface OwnedAccount extends AccountRow {
  ownerId: string | null;
  ownerType: AccountType | null;
}

export const ownedAccounts = {
  select: `${columnsOf(AccountRow, 'a')}, o.id as "ownerId", o.type as "ownerType"`,
  from: 'account a left join account o on o.uuid = a.owner_uuid',
} as const;

/** True of `account a` unless it is a bot whose owner is gone: `canOwn` of the rules, in SQL. */
export const ownerStands = `(a.type <> 'bot' or exists (
    select from account o where o.uuid = a.owner_uuid and o.type = 'user' and o.deleted_at is null
       and (o.company_admin or not a.company_admin)))`;
