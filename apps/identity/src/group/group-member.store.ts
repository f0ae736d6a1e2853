import { isUuid, type ListQuery, type Page } from '@holdfast/kernel';
import { listPage, reserving, statement, type ListSource } from '@holdfast/platform/persistence';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { accountSearch } from '../account/account.store.js';
import { GroupMemberRow } from './group-member.entity.js';

/** A membership with what its link object shows. */
export interface GroupMemberLink extends GroupMemberRow {
  group_id: string;
  account_id: string;
}

const select = 'm.*, g.id as group_id, a.id as account_id';
const from =
  'group_member m join account a on a.uuid = m.account_uuid join "group" g on g.uuid = m.group_uuid';

export const groupMemberList: ListSource = {
  name: 'group_member',
  select,
  from,
  columns: { id: 'a.id', role: 'm.role', created_at: 'm.created_at', updated_at: 'm.updated_at' },
  ...accountSearch,
  updatedAt: 'm.updated_at',
};

const byId = statement<GroupMemberLink>(
  'group_member_by_id',
  `select ${select} from ${from} where m.group_uuid = $1 and a.id = $2`,
);
const byUuid = statement<GroupMemberLink>(
  'group_member_by_uuid',
  `select ${select} from ${from} where m.group_uuid = $1 and a.uuid = $2`,
);

type Role = GroupMemberRow['role'];

@Injectable()
export class GroupMemberStore {
  constructor(private readonly source: DataSource) {}

  list(group: string, query: ListQuery): Promise<Page<GroupMemberLink>> {
    return listPage(this.source, groupMemberList, query, [{ sql: 'm.group_uuid = $1', values: [group] }]);
  }

  /** By the user's id or uuid. */
  async find(group: string, account: string): Promise<GroupMemberLink | undefined> {
    return (await (isUuid(account) ? byUuid : byId)(this.source, [group, account])).at(0);
  }

  async insert(tx: EntityManager, group: string, account: string, role: Role): Promise<void> {
    const now = new Date();
    const row = { group_uuid: group, account_uuid: account, role, created_at: now, updated_at: now };
    await reserving({ group_member_pkey: 'id' }, () => tx.insert(GroupMemberRow, row));
  }

  async change(tx: EntityManager, { group_uuid, account_uuid }: GroupMemberLink, role: Role): Promise<void> {
    await tx.update(GroupMemberRow, { group_uuid, account_uuid }, { role, updated_at: new Date() });
  }

  async remove(tx: EntityManager, { group_uuid, account_uuid }: GroupMemberLink): Promise<void> {
    await tx.delete(GroupMemberRow, { group_uuid, account_uuid });
  }

  async removeAccount(tx: EntityManager, account: string): Promise<void> {
    await tx.delete(GroupMemberRow, { account_uuid: account });
  }
}
