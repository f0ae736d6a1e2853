import { isUuid, type ListQuery, type Page, type Principal } from '@holdfast/kernel';
import { bracketed, listPage, type ListSource } from '@holdfast/platform/persistence';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AccountRow } from '../account/account.entity.js';
import { accountSearch } from '../account/account.store.js';
import { ownedAccounts, type OwnedAccount } from '../account/owned-account.query.js';
import { visibleBots } from './bot.query.js';

export const botList: ListSource = {
  name: 'bot',
  rows: (source) =>
    source
      .createQueryBuilder(AccountRow, 'a')
      .leftJoin(AccountRow, 'o', 'o.uuid = a.ownerUuid')
      .select(ownedAccounts.select),
  columns: {
    id: 'a.id',
    description: 'a.description',
    // As shown.
    visibility: "case when a.company_admin then 'public' else a.visibility end",
    company_admin: 'a.company_admin',
    created_at: 'a.created_at',
    updated_at: 'a.updated_at',
    uuid: 'a.uuid',
  },
  search: { id: accountSearch.search.id, display_name: accountSearch.search.display_name },
  searchText: accountSearch.searchText,
  updatedAt: 'a.updated_at',
  deleted: 'a.deleted_at is not null',
};

/** Bots as a caller may see them; writes go by the store of accounts. */
@Injectable()
export class BotStore {
  constructor(private readonly source: DataSource) {}

  list(caller: Principal, query: ListQuery): Promise<Page<OwnedAccount>> {
    return listPage(this.source, botList, query, [visibleBots(caller)]);
  }

  /** By id or uuid, deactivated ones too. */
  find(caller: Principal, name: string): Promise<OwnedAccount | undefined> {
    return botList
      .rows(this.source)
      .where(bracketed(visibleBots(caller)))
      .andWhere(isUuid(name) ? 'a.uuid = :name' : 'a.id = :name', { name })
      .getRawOne<OwnedAccount>();
  }
}
