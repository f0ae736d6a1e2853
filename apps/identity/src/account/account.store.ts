import { isUuid, uuidv7, type AccountType, type ListQuery, type Page } from '@holdfast/kernel';
import {
  listPage,
  reserving,
  statement,
  type Condition,
  type ListSource,
} from '@holdfast/platform/persistence';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { AccountRow } from './account.entity.js';
import { displayName, emailKey } from './account.rules.js';

export const accountList: ListSource = {
  name: 'account',
  select: 'a.*',
  from: 'account a',
  columns: {
    id: 'a.id',
    email: 'a.email',
    first_name: 'a.first_name',
    last_name: 'a.last_name',
    title: 'a.title',
    created_at: 'a.created_at',
    updated_at: 'a.updated_at',
    uuid: 'a.uuid',
  },
  search: { id: 'a.id', email: 'a.email', display_name: 'a.display_name' },
  updatedAt: 'a.updated_at',
  deleted: 'a.deleted_at is not null',
};

/** An account is named by its id, or by its uuid where no id is the same. */
const byName = statement<AccountRow>(
  'account_by_id',
  'select * from account where company_uuid = $1 and id = $2 and type = any($3)',
);
const byUuid = statement<AccountRow>(
  'account_by_uuid',
  'select * from account where company_uuid = $1 and uuid = $2 and type = any($3)',
);
const byLogin = statement<AccountRow>(
  'account_by_login',
  `select * from account where company_uuid = $1 and (id = $2 or email_key = $3) and deleted_at is null
    order by id = $2 desc limit 1`,
);

/** What makes an account; the rest has its defaults. */
export type NewAccount = Pick<AccountRow, 'company_uuid' | 'type' | 'id' | 'email'> & Partial<AccountRow>;

const uniqueIndexes = { account_id_key: 'id', account_email_key: 'email' };

@Injectable()
export class AccountStore {
  constructor(private readonly source: DataSource) {}

  list(query: ListQuery, conditions: Condition[]): Promise<Page<AccountRow>> {
    return listPage(this.source, accountList, query, conditions);
  }

  /** By id or uuid, deactivated ones too. */
  async find(company: string, name: string, types: AccountType[]): Promise<AccountRow | undefined> {
    const [row] = await byName(this.source, [company, name, types]);
    if (row || !isUuid(name)) return row;
    return (await byUuid(this.source, [company, name, types]))[0];
  }

  /** The active account with this id or e-mail address. */
  async findLogin(company: string, login: string): Promise<AccountRow | undefined> {
    return (await byLogin(this.source, [company, login, emailKey(login)]))[0];
  }

  /** Which of the values are in use by another account. */
  async taken(company: string, { id, email }: { id?: string; email?: string }, except?: string) {
    const [row] = await this.source.query<[{ id: boolean; email: boolean }]>(
      `select exists (select 1 from account where company_uuid = $1 and id = $2 and uuid is distinct from $4) as id,
              exists (select 1 from account where company_uuid = $1 and email_key = $3 and deleted_at is null
                         and uuid is distinct from $4) as email`,
      [company, id ?? null, email === undefined ? null : emailKey(email), except ?? null],
    );
    return row;
  }

  async insert(tx: EntityManager, given: NewAccount): Promise<AccountRow> {
    const now = new Date();
    const row: AccountRow = {
      uuid: uuidv7(),
      email_key: given.email === '' ? null : emailKey(given.email),
      first_name: '',
      last_name: '',
      display_name: '',
      password_hash: null,
      description: '',
      phone: '',
      title: '',
      locale: 'en',
      source: '',
      company_admin: false,
      visibility: null,
      owner_uuid: null,
      created_at: now,
      updated_at: now,
      deleted_at: null,
      old_id: null,
      ...given,
    };
    row.display_name = displayName(row, row.email || row.id);
    await reserving(uniqueIndexes, () => tx.insert(AccountRow, row));
    return row;
  }
}
