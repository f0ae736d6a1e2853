import {
  auditEventOperations,
  botOperations,
  collaboratorOperations,
  groupMemberOperations,
  groupOperations,
  projectBotOperations,
  projectCollaboratorOperations,
  projectGroupOperations,
  projectOperations,
  projectUserOperations,
  sessionOperations,
  sshKeyOperations,
  subscriberOperations,
  userOperations,
  type ObjectContract,
} from '@holdfast/contracts';
import type { ListSource } from '@holdfast/platform/persistence';
import { accountList } from '../account/account.store.js';
import { auditEventList } from '../audit-event/audit-event.store.js';
import { botList } from '../bot/bot.store.js';
import { groupMemberList } from '../group/group-member.store.js';
import { groupList } from '../group/group.store.js';
import { projectAccountList } from '../membership/project-account.store.js';
import { projectGroupList } from '../membership/project-group.store.js';
import { projectList } from '../project/project.store.js';
import { sessionList } from '../session/session.store.js';
import { sshKeyList } from '../ssh-key/ssh-key.store.js';
import { subscriberList } from '../subscriber/subscriber.store.js';

const lists: [ObjectContract, ListSource][] = [
  [userOperations.list.object, accountList],
  [collaboratorOperations.list.object, accountList],
  [botOperations.list.object, botList],
  [groupOperations.list.object, groupList],
  [groupMemberOperations.list.object, groupMemberList],
  [projectOperations.list.object, projectList],
  [projectUserOperations.list.object, projectAccountList],
  [projectCollaboratorOperations.list.object, projectAccountList],
  [projectBotOperations.list.object, projectAccountList],
  [projectGroupOperations.list.object, projectGroupList],
  [sessionOperations.list.object, sessionList],
  [sshKeyOperations.list.object, sshKeyList],
  [subscriberOperations.list.object, subscriberList],
  [auditEventOperations.list.object, auditEventList],
];

describe.each(lists.map(([contract, list]) => [contract.plural, contract, list] as const))(
  'the list of %s',
  (_, { sortable, searchable }, { columns, search }) => {
    it('has a column for everything by which it may be sorted or searched', () => {
      expect(Object.keys(columns)).toEqual(expect.arrayContaining([...sortable]));
      expect(Object.keys(search)).toEqual(expect.arrayContaining([...searchable]));
    });
  },
);
