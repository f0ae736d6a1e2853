import { isUuid, type ListQuery, type Page, type Principal } from '@holdfast/kernel';
import { listPage, type ListSource } from '@holdfast/platform/persistence';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { accountSearch } from '../account/account.store.js';
import { ownedAccounts, visibleBots, type OwnedAccount } from './bot.query.js';

export const botList: ListSource = {
  name: 'bot',
  ...ownedAccounts,
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
  async find(caller: Principal, name: string): Promise<OwnedAccount | undefined> {
    const { sql, values } = visibleBots(caller);
    const at = values.length + 1;
    const named = `a.${isUuid(name) ? 'uuid' : 'id'} = $${at}`;
    const rows: OwnedAccount[] = await this.source.query(
      `select ${ownedAccounts.select} from ${ownedAccounts.from} where ${sql} and ${named}`,
      [...values, name],
    );
    return rows.at(0);
  }
}
