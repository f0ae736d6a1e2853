import { uuidv7, type AccountType, type ListQuery, type Page } from '@holdfast/kernel';
import {
  columnsOf,
  listPage,
  reserving,
  searchedPart,
  searchText,
  type Condition,
  type ListSource,
} from '@holdfast/platform/persistence';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { DataSource, In, IsNull, Not, Repository, type EntityManager } from 'typeorm';
import { CompanyRow } from '../company/company.entity.js';
import { deactivatedId, underFreeId } from '../database/free-id.js';
import { AccountRow, shownAccounts, type ShownAccount } from './account.entity.js';
import { accountNamed, accountOfLogin, activeAccount, type AccountInCompany } from './account.query.js';
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
  hasUniqueIds: true,
  rows: (source) => source.createQueryBuilder(AccountRow, 'a').select(shownAccounts),
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

/** What may be changed of an account; the rest follows from it or is fixed. */
export type AccountChange = Partial<
  Pick<
    AccountRow,
    | 'email'
    | 'firstName'
    | 'lastName'
    | 'passwordHash'
    | 'description'
    | 'phone'
    | 'title'
    | 'locale'
    | 'source'
    | 'companyAdmin'
    | 'visibility'
    | 'ownerUuid'
  >
>;

/** What makes an account; the rest has its defaults. */
export type NewAccount = Pick<AccountRow, 'companyUuid' | 'type' | 'id' | 'email'> & Partial<AccountRow>;

const uniqueIndexes = { account_id_key: 'id', account_email_key: 'email' };
const active = { deletedAt: IsNull() } as const;

const textOf = (row: Pick<AccountRow, 'id' | 'email' | 'displayName'>): string =>
  searchText(row.id, row.email, row.displayName);

@Injectable()
export class AccountStore {
  constructor(
    private readonly source: DataSource,
    @InjectRepository(AccountRow) private readonly accounts: Repository<AccountRow>,
  ) {}

  list(query: ListQuery, conditions: Condition[]): Promise<Page<ShownAccount>> {
    return listPage(this.source, accountList, query, conditions);
  }

  /** By id or uuid, deactivated ones too. */
  find(company: string, name: string, types: AccountType[]): Promise<AccountRow | undefined> {
    return accountNamed(this.source, company, name, types);
  }

  /** The active account with this id or e-mail address. */
  findLogin(company: string, login: string): Promise<AccountRow | undefined> {
    return accountOfLogin(this.source, company, login);
  }

  /** The active account of this uuid, with its company. */
  findActive(uuid: string): Promise<AccountInCompany | undefined> {
    return activeAccount(this.source, uuid);
  }

  /** What accounts of a company are called; deactivated ones too. */
  idsOf(company: string, uuids: readonly string[]): Promise<Pick<AccountRow, 'uuid' | 'id'>[]> {
    const where = { companyUuid: company, uuid: In([...uuids]) };
    return this.accounts.find({ select: { uuid: true, id: true }, where });
  }

  /** The company's active admins among its users; at most 100. */
  admins(company: string): Promise<Pick<AccountRow, 'uuid' | 'companyUuid' | 'email'>[]> {
    return this.accounts.find({
      select: { uuid: true, companyUuid: true, email: true },
      where: { companyUuid: company, type: 'user', companyAdmin: true, ...active },
      order: { id: 'asc' },
      take: 100,
    });
  }

  /** Active bots of this owner, at most so many: uuids. */
  async ownedBots(tx: EntityManager, owner: string, most: number): Promise<string[]> {
    const where = { ownerUuid: owner, ...active };
    const rows = await tx.find(AccountRow, { select: { uuid: true }, where, take: most });
    return rows.map(({ uuid }) => uuid);
  }

  /** The active people with this e-mail address, in every company; most people are in one. */
  async findAddress(email: string): Promise<{ account: AccountRow; company: string }[]> {
    const rows = await this.accounts
      .createQueryBuilder('a')
      .select(columnsOf(AccountRow, 'a'))
      .innerJoin(CompanyRow, 'c', 'c.uuid = a.companyUuid and c.deletedAt is null')
      .addSelect('c.id as "companyId"')
      .where('a.emailKey = :email and a.deletedAt is null', { email })
      .orderBy('c.id')
      .limit(20)
      .getRawMany<AccountRow & { companyId: string }>();
    return rows.map(({ companyId, ...account }) => ({ account, company: companyId }));
  }

  /**
   * Whether the account still has this password, and goes on having it until the transaction ends: a change of it
   * waits, and ends what was made in between.
   */
  async keepsPassword(tx: EntityManager, { uuid, passwordHash }: AccountRow): Promise<boolean> {
    if (passwordHash === null) return false;
    const where = { uuid, passwordHash, ...active };
    const lock = { mode: 'pessimistic_read' } as const;
    return (await tx.findOne(AccountRow, { select: { uuid: true }, where, lock })) !== null;
  }

  /** Which of the values are in use by another account. */
  async taken(company: string, { id, email }: { id?: string; email?: string }, except?: string) {
    const other = { companyUuid: company, ...(except === undefined ? {} : { uuid: Not(except) }) };
    return {
      id: id !== undefined && (await this.accounts.existsBy({ ...other, id })),
      email:
        email !== undefined &&
        (await this.accounts.existsBy({ ...other, emailKey: emailKey(email), ...active })),
    };
  }

  async insert(tx: EntityManager, given: NewAccount): Promise<AccountRow> {
    const now = new Date();
    const row: AccountRow = {
      uuid: uuidv7(),
      emailKey: given.email === '' ? null : emailKey(given.email),
      firstName: '',
      lastName: '',
      displayName: '',
      searchText: '',
      passwordHash: null,
      description: '',
      phone: '',
      title: '',
      locale: 'en',
      source: '',
      companyAdmin: false,
      visibility: null,
      ownerUuid: null,
      createdAt: now,
      updatedAt: now,
      deletedAt: null,
      oldId: null,
      ...given,
    };
    row.displayName = displayName(row, row.email || row.id);
    row.searchText = textOf(row);
    await reserving(uniqueIndexes, () => tx.insert(AccountRow, row));
    return row;
  }

  /** Holds the row until the transaction ends. */
  async lock(tx: EntityManager, uuid: string): Promise<AccountRow | undefined> {
    const lock = { mode: 'pessimistic_write' } as const;
    return (await tx.findOne(AccountRow, { where: { uuid }, lock })) ?? undefined;
  }

  async update(tx: EntityManager, row: AccountRow, change: AccountChange): Promise<AccountRow> {
    const now = { ...row, ...change, updatedAt: new Date() };
    const shown = displayName(now, now.email || now.id);
    const derived = {
      displayName: shown,
      searchText: textOf({ ...now, displayName: shown }),
      emailKey: now.email === '' ? null : emailKey(now.email),
    };
    const changed = { ...change, ...derived, updatedAt: now.updatedAt };
    await reserving(uniqueIndexes, () => tx.update(AccountRow, { uuid: row.uuid }, changed));
    return { ...now, ...derived };
  }

  async deactivate(tx: EntityManager, row: AccountRow): Promise<AccountRow> {
    const now = new Date();
    const id = await deactivatedId(tx, AccountRow, row);
    const changed = {
      id,
      oldId: row.id,
      deletedAt: now,
      updatedAt: now,
      passwordHash: null,
      searchText: textOf({ ...row, id }),
    };
    await underFreeId(() => tx.update(AccountRow, { uuid: row.uuid }, changed));
    return { ...row, ...changed };
  }

  /** Changes of the company's admins take turns from here on, until the transaction ends. */
  async holdAdmins(tx: EntityManager, { companyUuid }: AccountRow): Promise<void> {
    const lock = { mode: 'pessimistic_write' } as const;
    await tx.findOne(CompanyRow, { select: { uuid: true }, where: { uuid: companyUuid }, lock });
  }

  /** Whether the company has an admin beside the account. It stays so only where the admins are held. */
  hasOtherAdmin(tx: EntityManager, { companyUuid, uuid }: AccountRow): Promise<boolean> {
    const other = { companyUuid, type: 'user', companyAdmin: true, uuid: Not(uuid), ...active } as const;
    return tx.existsBy(AccountRow, other);
  }

  /** Seats in use: active users and collaborators. */
  seats(company: string): Promise<number> {
    return this.accounts.countBy({ companyUuid: company, type: In(['user', 'collaborator']), ...active });
  }
}
