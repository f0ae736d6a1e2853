import type { ServiceObject } from '@holdfast/platform/service-host';
import { GroupMemberRow } from './group-member.entity.js';
import { GroupMemberService } from './group-member.service.js';
import { GroupMemberStore, groupMemberList } from './group-member.store.js';
import { groupRelations } from './group-relations.js';
import { GroupRow } from './group.entity.js';
import { GroupService } from './group.service.js';
import { GroupStore, groupList } from './group.store.js';

export const group = {
  rows: [GroupRow, GroupMemberRow],
  services: [GroupService, GroupMemberService],
  parts: [GroupMemberStore, GroupStore],
  related: [groupRelations],
  lists: { group: groupList, group_member: groupMemberList },
} satisfies ServiceObject;
