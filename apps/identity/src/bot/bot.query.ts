import type { AccountType, Principal } from '@holdfast/kernel';
import { columnsOf, type Condition } from '@holdfast/platform/persistence';
import { AccountRow } from '../account/account.entity.js';

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

/**
 * The bots among the rows of `account a` that the caller may know of: company admins see all, users their own and
 * public ones (a company admin's are always public), a bot itself.
 */
export const visibleBots = ({ company, account, companyAdmin }: Principal): Condition => {
  const bots = `a.company_uuid = :company and a.type = 'bot'`;
  if (companyAdmin) return { sql: bots, parameters: { company: company.uuid } };
  const seen = `a.visibility = 'public' or a.company_admin or a.owner_uuid = :caller or a.uuid = :caller`;
  return {
    sql: account.type === 'user' ? `${bots} and (${seen})` : `${bots} and a.uuid = :caller`,
    parameters: { company: company.uuid, caller: account.uuid },
  };
};
