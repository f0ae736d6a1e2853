import { projectRoles } from '@holdfast/kernel';
import { oneOf, readOnly, reference, sometimes, stored, text } from '../../kit/attribute.js';
import { object } from '../../kit/object-contract.js';
import { operations } from '../../kit/operation.js';

export const ProjectGroup = object({
  name: 'project_group',
  plural: 'project_groups',
  service: 'identity',
  description: 'The link between a project and a group; its role counts as each member’s own.',
  attributes: {
    id: sometimes(
      text({ min: 1, description: 'Id or uuid of the group; taken on creation, answered as `group`.' }),
    ),
    project: readOnly(reference('project')),
    group: readOnly(reference('group')),
    role: oneOf(projectRoles),
    created_at: stored.created_at,
    updated_at: stored.updated_at,
  },
  sortable: ['id', 'role', 'created_at', 'updated_at'],
  searchable: ['id', 'name'],
  asksMore: { attribute: 'role', value: 'admin', privilege: 'project.grant_admin' },
});

export const projectGroupOperations = operations(ProjectGroup, '/projects/:project_id/project_groups', {
  list: { privilege: 'project.read' },
  show: { privilege: 'project.read' },
  create: {
    privilege: 'project.members',
    takes: ['id', 'role'],
    requires: ['id', 'role'],
    errors: ['id.not_found', 'id.reserved', 'id.locked', 'forbidden'],
  },
  update: {
    privilege: 'project.members',
    takes: ['role'],
    requires: ['role'],
    errors: ['role.locked', 'forbidden'],
  },
  delete: { privilege: 'project.members', errors: ['role.locked', 'forbidden'] },
});
