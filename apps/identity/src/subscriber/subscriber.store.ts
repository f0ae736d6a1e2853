import { isUuid, type CallContext, type ListQuery, type Page, type Principal } from '@holdfast/kernel';
import { changeTurns, stillAllowed } from '@holdfast/platform/audit';
import { bracketed, listPage, transaction, type ListSource } from '@holdfast/platform/persistence';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { DataSource, Repository, type EntityManager } from 'typeorm';
import { AccountRow, shownAccounts, type ShownAccount } from '../account/account.entity.js';
import { accountList } from '../account/account.store.js';
import { visibleAccounts } from '../account/visible-accounts.query.js';
import { holdAccount } from '../account/held-account.query.js';
import { SubscriberRow } from './subscriber.entity.js';

export const subscriberList: ListSource = {
  ...accountList,
  name: 'subscriber',
  rows: (source) =>
    source
      .createQueryBuilder(SubscriberRow, 's')
      .innerJoin(AccountRow, 'a', 'a.uuid = s.accountUuid and a.deletedAt is null')
      .select(shownAccounts),
  deleted: undefined,
  hasUniqueIds: undefined, // no index has them in this order
};

@Injectable()
export class SubscriberStore {
  constructor(
    private readonly source: DataSource,
    @InjectRepository(SubscriberRow) private readonly subscribers: Repository<SubscriberRow>,
  ) {}

  /** Those of whom the caller may know. */
  list(project: string, caller: Principal, query: ListQuery): Promise<Page<ShownAccount>> {
    return listPage(this.source, subscriberList, query, [
      { sql: 's.project_uuid = :project', parameters: { project } },
      visibleAccounts(caller),
    ]);
  }

  /** By the account's id or uuid; of those only of whom the caller may know. */
  async find(project: string, caller: Principal, account: string): Promise<ShownAccount | undefined> {
    return subscriberList
      .rows(this.source)
      .where('s.projectUuid = :project', { project })
      .andWhere(bracketed(visibleAccounts(caller)))
      .andWhere(isUuid(account) ? 'a.uuid = :account' : 'a.id = :account', { account })
      .getRawOne<ShownAccount>();
  }

  /** Subscribing twice is subscribing. An account that has ended is not subscribed. */
  async add(ctx: CallContext, project: string, account: string): Promise<void> {
    const row = { projectUuid: project, accountUuid: account, createdAt: new Date() };
    const adding = async (tx: EntityManager): Promise<void> => {
      const isActive = await holdAccount(tx, account);
      await stillAllowed(this.source, ctx);
      if (isActive)
        await tx.createQueryBuilder().insert().into(SubscriberRow).values(row).orIgnore().execute();
    };
    await changeTurns(this.source).run(ctx, () => transaction(this.source, adding));
  }

  async remove(ctx: CallContext, project: string, account: string): Promise<void> {
    const row = { projectUuid: project, accountUuid: account };
    await changeTurns(this.source).run(ctx, async () => {
      await stillAllowed(this.source, ctx);
      await this.subscribers.delete(row);
    });
  }
}
