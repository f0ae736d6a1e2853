import { isUuid, type AccountType } from '@holdfast/kernel';
import { columnsOf, statement } from '@holdfast/platform/persistence';
import type { DataSource } from 'typeorm';
import { AccountRow } from './account.entity.js';
import { emailKey } from './account.rules.js';

const columns = columnsOf(AccountRow, 'a');

/**
 * By hand, because they are asked with most calls about accounts: making 24 columns into an entity takes longer than
 * reading them.
 */
const byId = statement<AccountRow>(
  'account_by_id',
  `select ${columns} from account a where a.company_uuid = $1 and a.id = $2 and a.type = any($3)`,
);
const byUuid = statement<AccountRow>(
  'account_by_uuid',
  `select ${columns} from account a where a.company_uuid = $1 and a.uuid = $2 and a.type = any($3)`,
);
const active = statement<AccountRow & { companyId: string }>(
  'account_active',
  `select ${columns}, c.id as "companyId" from account a join company c on c.uuid = a.company_uuid
    where a.uuid = $1 and a.deleted_at is null and c.deleted_at is null`,
);
const byLogin = statement<AccountRow>(
  'account_by_login',
  `select ${columns} from account a
    where a.company_uuid = $1 and (a.id = $2 or a.email_key = $3) and a.deleted_at is null
    order by a.id = $2 desc limit 1`,
);

/** By id or uuid, deactivated ones too. */
export const accountNamed = async (
  source: DataSource,
  company: string,
  name: string,
  types: AccountType[],
): Promise<AccountRow | undefined> =>
  (await (isUuid(name) ? byUuid : byId)(source, [company, name, types])).at(0);

/** The active account with this id or e-mail address. */
export const accountOfLogin = async (
  source: DataSource,
  company: string,
  login: string,
): Promise<AccountRow | undefined> => (await byLogin(source, [company, login, emailKey(login)])).at(0);

/** An account with its company, as far as it needs to be known. */
export interface AccountInCompany {
  account: AccountRow;
  company: { uuid: string; id: string };
}

/** The active account of this uuid, with its company. Every push asks for it whose credentials are a password. */
export const activeAccount = async (
  source: DataSource,
  uuid: string,
): Promise<AccountInCompany | undefined> => {
  const [row] = await active(source, [uuid]);
  if (!row) return undefined;
  const { companyId, ...account } = row;
  return { account, company: { uuid: account.companyUuid, id: companyId } };
};
