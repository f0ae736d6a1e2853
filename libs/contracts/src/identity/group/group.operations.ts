import { flag, oneOf, readOnly, shortName, stored, text } from '../../kit/attribute.js';
import { object } from '../../kit/object-contract.js';
import { operations } from '../../kit/operation.js';

export const groupVisibilities = ['public', 'private'] as const;

export const Group = object({
  name: 'group',
  plural: 'groups',
  service: 'identity',
  description: 'Users of the company; a group’s role in a project counts as each member’s own.',
  attributes: {
    id: shortName({ reserved: ['count'], description: 'Unique in the company; fixed.' }),
    uuid: stored.uuid,
    name: text({ min: 2, max: 100, description: 'Unique in the company.' }),
    description: text({ max: 512, default: '' }),
    visibility: oneOf(groupVisibilities, {
      default: 'public',
      description: 'private: only members see it and manage its roles in projects.',
    }),
    source: text({ max: 500, default: '', description: 'Id in an external directory.' }),
    linked: readOnly(flag({ default: false, description: 'True when `source` is set.' })),
    created_at: stored.created_at,
    updated_at: stored.updated_at,
  },
  sortable: ['id', 'name', 'description', 'visibility', 'source', 'created_at', 'updated_at', 'uuid'],
  searchable: ['id', 'name'],
  searchIndex: true,
  childOf: { company: 'groups', project: 'groups' },
});

const changeable = ['name', 'description', 'visibility', 'source'] as const;

export const groupOperations = operations(Group, '/groups', {
  list: { privilege: 'people.read' },
  show: { privilege: 'group.read', path: '/:group_id' },
  create: {
    privilege: 'company.manage',
    takes: ['id', ...changeable],
    requires: ['id', 'name'],
    errors: ['id.reserved', 'name.reserved'],
  },
  update: {
    privilege: 'group.manage',
    path: '/:group_id',
    takes: changeable,
    requires: ['name'],
    errors: ['name.reserved'],
  },
  delete: { privilege: 'group.manage', path: '/:group_id' },
});
