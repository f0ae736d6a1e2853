import { isUuid, type ListQuery, type Page } from '@holdfast/kernel';
import { listPage, statement, type ListSource } from '@holdfast/platform/persistence';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { AccountRow } from '../account/account.entity.js';
import { accountList } from '../account/account.store.js';
import { SubscriberRow } from './subscriber.entity.js';

const from = 'subscriber s join account a on a.uuid = s.account_uuid';

export const subscriberList: ListSource = { ...accountList, name: 'subscriber', from, deleted: undefined };

const byId = statement<AccountRow>(
  'subscriber_by_id',
  `select a.* from ${from} where s.project_uuid = $1 and a.id = $2`,
);
const byUuid = statement<AccountRow>(
  'subscriber_by_uuid',
  `select a.* from ${from} where s.project_uuid = $1 and a.uuid = $2`,
);

@Injectable()
export class SubscriberStore {
  constructor(private readonly source: DataSource) {}

  list(project: string, query: ListQuery): Promise<Page<AccountRow>> {
    return listPage(this.source, subscriberList, query, [{ sql: 's.project_uuid = $1', values: [project] }]);
  }

  async find(project: string, account: string): Promise<AccountRow | undefined> {
    return (await (isUuid(account) ? byUuid : byId)(this.source, [project, account])).at(0);
  }

  /** Subscribing twice is subscribing. */
  async add(project: string, account: string): Promise<void> {
    await this.source.query(
      `insert into subscriber (project_uuid, account_uuid, created_at)
         select $1, uuid, now() from account where uuid = $2 and deleted_at is null for share
         on conflict do nothing`,
      [project, account],
    );
  }

  async remove(project: string, account: string): Promise<void> {
    await this.source.manager.delete(SubscriberRow, { project_uuid: project, account_uuid: account });
  }

  async removeAccount(tx: EntityManager, account: string): Promise<void> {
    await tx.delete(SubscriberRow, { account_uuid: account });
  }
}
