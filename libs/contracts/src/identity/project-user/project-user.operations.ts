import { projectRoles } from '@holdfast/kernel';
import { oneOf, readOnly, reference, sometimes, stored, text } from '../../kit/attribute.js';
import { object } from '../../kit/object-contract.js';
import { operations } from '../../kit/operation.js';

/** The link between a project and a user who has a role in it. */
export const ProjectUser = object({
  name: 'project_user',
  plural: 'project_users',
  service: 'identity',
  attributes: {
    id: sometimes(
      text({ min: 1, description: 'Id or uuid of the user; taken on creation, answered as `user`.' }),
    ),
    project: readOnly(reference('project')),
    user: readOnly(reference('user')),
    role: oneOf(projectRoles, { description: 'The direct role.' }),
    highest_role: readOnly(oneOf(projectRoles, { description: 'Counts the roles through groups as well.' })),
    created_at: stored.created_at,
    updated_at: stored.updated_at,
  },
  sortable: ['id', 'role', 'created_at', 'updated_at'],
  searchable: ['id', 'email', 'display_name'],
  asksMore: { attribute: 'role', value: 'admin', privilege: 'project.grant_admin' },
});

export const projectUserOperations = operations(ProjectUser, '/projects/:project_id/project_users', {
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
