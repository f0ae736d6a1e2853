import type { Principal } from '@holdfast/kernel';
import type { Condition } from '@holdfast/platform/persistence';

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
