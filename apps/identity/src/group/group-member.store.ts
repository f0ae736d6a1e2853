import { isUuid, type ListQuery, type Page } from '@holdfast/kernel';
import { columnsOf, listPage, reserving, type ListSource } from '@holdfast/platform/persistence';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { AccountRow } from '../account/account.entity.js';
import { accountSearch } from '../account/account.store.js';
import { GroupMemberRow } from './group-member.entity.js';
import { GroupRow } from './group.entity.js';

/** A membership with what its link object shows. */
export interface GroupMemberLink extends GroupMemberRow {
  groupId: string;
  accountId: string;
}

export const groupMemberList: ListSource = {
  name: 'group_member',
  rows: (source) =>
    source
      .createQueryBuilder(GroupMemberRow, 'm')
      .innerJoin(AccountRow, 'a', 'a.uuid = m.accountUuid and a.deletedAt is null')
      .innerJoin(GroupRow, 'g', 'g.uuid = m.groupUuid')
      .select([columnsOf(GroupMemberRow, 'm'), 'g.id as "groupId"', 'a.id as "accountId"']),
  columns: { id: 'a.id', role: 'm.role', created_at: 'm.created_at', updated_at: 'm.updated_at' },
  ...accountSearch,
  updatedAt: 'm.updated_at',
};

type Role = GroupMemberRow['role'];

@Injectable()
export class GroupMemberStore {
  constructor(private readonly source: DataSource) {}

  list(group: string, query: ListQuery): Promise<Page<GroupMemberLink>> {
    return listPage(this.source, groupMemberList, query, [
      { sql: 'm.group_uuid = :group', parameters: { group } },
    ]);
  }

  /** By the user's id or uuid. */
  find(group: string, account: string): Promise<GroupMemberLink | undefined> {
    return groupMemberList
      .rows(this.source)
      .where('m.groupUuid = :group', { group })
      .andWhere(isUuid(account) ? 'a.uuid = :account' : 'a.id = :account', { account })
      .getRawOne<GroupMemberLink>();
  }

  async insert(tx: EntityManager, group: string, account: string, role: Role): Promise<void> {
    const now = new Date();
    const row = { groupUuid: group, accountUuid: account, role, createdAt: now, updatedAt: now };
    await reserving({ group_member_pkey: 'id' }, () => tx.insert(GroupMemberRow, row));
  }

  /** The role as it is now, which nobody changes until the transaction ends. */
  async heldRole(tx: EntityManager, { groupUuid, accountUuid }: GroupMemberLink): Promise<Role | undefined> {
    const where = { groupUuid, accountUuid };
    const row = await tx.findOne(GroupMemberRow, { where, lock: { mode: 'pessimistic_write' } });
    return row?.role;
  }

  /** Answers it as it is then. */
  async change(tx: EntityManager, link: GroupMemberLink, role: Role): Promise<GroupMemberLink> {
    const { groupUuid, accountUuid } = link;
    const changed = { role, updatedAt: new Date() };
    await tx.update(GroupMemberRow, { groupUuid, accountUuid }, changed);
    return { ...link, ...changed };
  }

  async remove(tx: EntityManager, { groupUuid, accountUuid }: GroupMemberLink): Promise<void> {
    await tx.delete(GroupMemberRow, { groupUuid, accountUuid });
  }
}
