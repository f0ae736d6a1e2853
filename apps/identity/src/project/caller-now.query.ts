import type { Principal } from '@holdfast/kernel';
import { statement } from '@holdfast/platform/persistence';
import type { DataSource } from 'typeorm';

const now = statement<{ company_admin: boolean }>(
  'caller_now',
  `select a.company_admin from account a join company c on c.uuid = a.company_uuid
    where a.uuid = $1 and c.uuid = $2 and a.deleted_at is null and c.deleted_at is null
      and ($3::uuid is null or exists (select from session s where s.uuid = $3 and s.account_uuid = a.uuid))`,
);

/** The caller as he is at this moment; undefined when his account is not active or his session has ended. */
export const callerNow = async (source: DataSource, caller: Principal): Promise<Principal | undefined> => {
  const [row] = await now(source, [caller.account.uuid, caller.company.uuid, caller.session ?? null]);
  return row && { ...caller, companyAdmin: row.company_admin };
};
