import type { ListSource } from '@holdfast/platform/persistence';
import { AccountRow } from '../account/account.entity.js';
import { accountSearch } from '../account/account.store.js';

/**
 * People with a role in the project whose uuid is the SQL, direct or through a group. What is left for a while of the
 * roles of an account that has ended makes no member.
 */
export const membersOf = (project: string): string =>
  `a.deleted_at is null and a.type in ('user', 'collaborator') and a.uuid = any(array(
     select account_uuid from project_account where project_uuid = ${project}
     union
     select gm.account_uuid from project_group pg join group_member gm on gm.group_uuid = pg.group_uuid
      where pg.project_uuid = ${project}))`;

export const projectMemberList: ListSource = {
  name: 'project_member',
  rows: (source) =>
    source.createQueryBuilder(AccountRow, 'a').select(['a.uuid as uuid', 'a.id as id', 'a.type as type']),
  columns: { id: 'a.id' },
  ...accountSearch,
  updatedAt: 'a.updated_at',
};
