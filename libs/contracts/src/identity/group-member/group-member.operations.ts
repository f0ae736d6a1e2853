import { flag, oneOf, readOnly, reference, sometimes, stored, text } from '../../kit/attribute.js';
import { object } from '../../kit/object-contract.js';
import { operations } from '../../kit/operation.js';

export const groupRoles = ['admin', 'member'] as const;

export const GroupMember = object({
  name: 'group_member',
  plural: 'group_members',
  alsoCalled: ['member', 'members'],
  service: 'identity',
  description: 'The link between a group and a user. Admins of the group manage it.',
  attributes: {
    id: sometimes(
      text({ min: 1, description: 'Id or uuid of the user; taken on creation, answered as `user`.' }),
    ),
    group: readOnly(reference('group')),
    user: readOnly(reference('user')),
    role: oneOf(groupRoles),
    linked: readOnly(flag({ default: false, description: 'Member through an external directory.' })),
    created_at: stored.created_at,
    updated_at: stored.updated_at,
  },
  sortable: ['id', 'role', 'created_at', 'updated_at'],
  searchable: ['id', 'email', 'display_name'],
});

/** Released clients name one member below `member` as well. */
const singular = '/groups/:group_id/member/:id';

export const groupMemberOperations = operations(GroupMember, '/groups/:group_id/members', {
  list: { privilege: 'group.read' },
  show: { privilege: 'group.read' },
  create: {
    privilege: 'group.members',
    takes: ['id', 'role'],
    requires: ['id', 'role'],
    errors: ['id.not_found', 'id.reserved'],
  },
  update: { privilege: 'group.members', takes: ['role'], requires: ['role'] },
  delete: { privilege: 'group.members' },
  show_singular: { privilege: 'group.read', kind: 'show', at: singular },
  update_singular: {
    privilege: 'group.members',
    kind: 'update',
    at: singular,
    takes: ['role'],
    requires: ['role'],
  },
  delete_singular: { privilege: 'group.members', kind: 'delete', at: singular },
});
