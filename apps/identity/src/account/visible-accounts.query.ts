import type { Principal } from '@holdfast/kernel';
import type { Condition } from '@holdfast/platform/persistence';

/**
 * The rows of `account a` that the caller may know of in full. Users know all people and the bots that they may
 * see; others know themselves and the people with whom they share a project.
 */
export const visibleAccounts = ({ company, account, companyAdmin }: Principal): Condition => {
  if (companyAdmin) return { sql: 'a.company_uuid = :company', parameters: { company: company.uuid } };
  const parameters = { company: company.uuid, caller: account.uuid };
  if (account.type === 'user')
    return {
      sql: `a.company_uuid = :company and (a.type <> 'bot' or a.visibility = 'public' or a.company_admin
            or a.owner_uuid = :caller)`,
      parameters,
    };
  const mine = 'select project_uuid from project_account where account_uuid = :caller';
  return {
    sql: `a.company_uuid = :company and (a.uuid = :caller or (a.type <> 'bot' and a.uuid in (
            select account_uuid from project_account where project_uuid in (${mine})
            union
            select gm.account_uuid from project_group pg join group_member gm on gm.group_uuid = pg.group_uuid
             where pg.project_uuid in (${mine}))))`,
    parameters,
  };
};
