import { isUuid, uuidv7, type AccountType, type ListQuery, type Page } from '@holdfast/kernel';
import {
  listPage,
  reserving,
  searchedPart,
  searchText,
  statement,
  type Condition,
  type ListSource,
} from '@holdfast/platform/persistence';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { AccountRow } from './account.entity.js';
import { deactivatedId, underFreeId } from '../database/free-id.query.js';
import { displayName, emailKey } from './account.rules.js';

/** How rows of `account a` are searched, in lists of accounts and of links to them. */
export const accountSearch = {
  search: {
    id: searchedPart('a.search_text', 1),
    email: searchedPart('a.search_text', 2),
    display_name: searchedPart('a.search_text', 3),
  },
  searchText: 'a.search_text',
} as const;

export const accountList: ListSource = {
  name: 'account',
  select: 'a.*',
  from: 'account a',
  columns: {
    id: 'a.id',
    email: 'a.email',
    first_name: 'a.first_name',
    last_name: 'a.last_name',
    description: 'a.description',
    phone: 'a.phone',
    title: 'a.title',
    locale: 'a.locale',
    source: 'a.source',
    company_admin: 'a.company_admin',
    created_at: 'a.created_at',
    updated_at: 'a.updated_at',
    uuid: 'a.uuid',
  },
  ...accountSearch,
  updatedAt: 'a.updated_at',
  deleted: 'a.deleted_at is not null',
};

const byId = statement<AccountRow>(
  'account_by_id',
  'select * from account where company_uuid = $1 and id = $2 and type = any($3)',
);
const byUuid = statement<AccountRow>(
  'account_by_uuid',
  'select * from account where company_uuid = $1 and uuid = $2 and type = any($3)',
);
const active = statement<AccountRow & { company_id: string }>(
  'account_active',
  `select a.*, c.id as company_id from account a join company c on c.uuid = a.company_uuid
    where a.uuid = $1 and a.deleted_at is null and c.deleted_at is null`,
);
const byLogin = statement<AccountRow>(
  'account_by_login',
  `select * from account where company_uuid = $1 and (id = $2 or email_key = $3) and deleted_at is null
    order by id = $2 desc limit 1`,
);

/** What may be changed of an account; the rest follows from it or is fixed. */
export type AccountChange = Partial<
  Pick<
    AccountRow,
    | 'email'
    | 'first_name'
    | 'last_name'
    | 'password_hash'
    | 'description'
    | 'phone'
    | 'title'
    | 'locale'
    | 'source'
    | 'company_admin'
    | 'visibility'
    | 'owner_uuid'
  >
>;

/** What makes an account; the rest has its defaults. */
export type NewAccount = Pick<AccountRow, 'company_uuid' | 'type' | 'id' | 'email'> & Partial<AccountRow>;

const uniqueIndexes = { account_id_key: 'id', account_email_key: 'email' };

const textOf = (row: Pick<AccountRow, 'id' | 'email' | 'display_name'>): string =>
  searchText(row.id, row.email, row.display_name);

@Injectable()
export class AccountStore {
  constructor(private readonly source: DataSource) {}

  list(query: ListQuery, conditions: Condition[]): Promise<Page<AccountRow>> {
    return listPage(this.source, accountList, query, conditions);
  }

  /** By id or uuid, deactivated ones too. */
  async find(company: string, name: string, types: AccountType[]): Promise<AccountRow | undefined> {
    return (await (isUuid(name) ? byUuid : byId)(this.source, [company, name, types]))[0];
  }

  /** The active account with this id or e-mail address. */
  async findLogin(company: string, login: string): Promise<AccountRow | undefined> {
    return (await byLogin(this.source, [company, login, emailKey(login)]))[0];
  }

  /** The active account of this uuid, with its company. */
  async findActive(
    uuid: string,
  ): Promise<{ account: AccountRow; company: { uuid: string; id: string } } | undefined> {
    const [row] = await active(this.source, [uuid]);
    if (!row) return undefined;
    const { company_id, ...account } = row;
    return { account, company: { uuid: account.company_uuid, id: company_id } };
  }

  /** The company's active admins among its users; at most 100. */
  admins(company: string): Promise<Pick<AccountRow, 'uuid' | 'email'>[]> {
    return this.source.query(
      `select uuid, email from account
        where company_uuid = $1 and type = 'user' and company_admin and deleted_at is null order by id limit 100`,
      [company],
    );
  }

  /** The active bots of this owner: uuids. */
  async ownedBots(tx: EntityManager, owner: string): Promise<string[]> {
    const rows: { uuid: string }[] = await tx.query(
      'select uuid from account where owner_uuid = $1 and deleted_at is null',
      [owner],
    );
    return rows.map(({ uuid }) => uuid);
  }

  /** The active people with this e-mail address, in every company; most people are in one. */
  async findAddress(email: string): Promise<{ account: AccountRow; company: string }[]> {
    const rows = await this.source.query<(AccountRow & { company_id: string })[]>(
      `select a.*, c.id as company_id from account a join company c on c.uuid = a.company_uuid
        where a.email_key = $1 and a.deleted_at is null and c.deleted_at is null order by c.id limit 20`,
      [email],
    );
    return rows.map(({ company_id, ...account }) => ({ account, company: company_id }));
  }

  /**
   * Whether the account still has this password, and goes on having it until the transaction ends: a change of it
   * waits, and ends what was made in between.
   */
  async keepsPassword(tx: EntityManager, { uuid, password_hash }: AccountRow): Promise<boolean> {
    const rows = await tx.query<unknown[]>(
      'select 1 from account where uuid = $1 and password_hash = $2 and deleted_at is null for share',
      [uuid, password_hash],
    );
    return rows.length > 0;
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
      search_text: '',
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
    row.search_text = textOf(row);
    await reserving(uniqueIndexes, () => tx.insert(AccountRow, row));
    return row;
  }

  /** Holds the row until the transaction ends. */
  async lock(tx: EntityManager, uuid: string): Promise<AccountRow | undefined> {
    const rows: AccountRow[] = await tx.query('select * from account where uuid = $1 for update', [uuid]);
    return rows.at(0);
  }

  async update(tx: EntityManager, row: AccountRow, change: AccountChange): Promise<AccountRow> {
    const now = { ...row, ...change, updated_at: new Date() };
    const display_name = displayName(now, now.email || now.id);
    const derived = {
      display_name,
      search_text: textOf({ ...now, display_name }),
      email_key: now.email === '' ? null : emailKey(now.email),
    };
    const changed = { ...change, ...derived, updated_at: now.updated_at };
    await reserving(uniqueIndexes, () => tx.update(AccountRow, { uuid: row.uuid }, changed));
    return { ...now, ...derived };
  }

  async deactivate(tx: EntityManager, row: AccountRow): Promise<AccountRow> {
    const now = new Date();
    const id = await deactivatedId(tx, 'account', row.company_uuid, row.id);
    const changed = {
      id,
      old_id: row.id,
      deleted_at: now,
      updated_at: now,
      password_hash: null,
      search_text: textOf({ ...row, id }),
    };
    await underFreeId(() => tx.update(AccountRow, { uuid: row.uuid }, changed));
    return { ...row, ...changed };
  }

  /**
   * Whether the company has an admin beside the account. Changes of admins take turns from here on, until the
   * transaction ends.
   */
  async hasOtherAdmin(tx: EntityManager, { company_uuid, uuid }: AccountRow): Promise<boolean> {
    await tx.query('select from company where uuid = $1 for update', [company_uuid]);
    const found: unknown[] = await tx.query(
      `select from account where company_uuid = $1 and type = 'user' and company_admin and deleted_at is null
          and uuid <> $2 limit 1`,
      [company_uuid, uuid],
    );
    return found.length > 0;
  }

  /** Seats in use: active users and collaborators. */
  async seats(company: string): Promise<number> {
    const [{ seats }] = await this.source.query<[{ seats: number }]>(
      `select count(*)::int as seats from account
        where company_uuid = $1 and type in ('user', 'collaborator') and deleted_at is null`,
      [company],
    );
    return seats;
  }
}
