import type { ProjectRole } from '@holdfast/kernel';
import { oneOf, readOnly, reference, sometimes, stored, text, type Attribute } from '../../kit/attribute.js';
import { object } from '../../kit/object-contract.js';
import { operations } from '../../kit/operation.js';

/** Manager and admin are not for people from outside, nor for bots. */
export const outsideRoles = ['master', 'developer', 'guest'] as const;

/** What is answered is as it is stored, with the roles of everybody. */
export const outsideRole: Attribute<(typeof outsideRoles)[number], ProjectRole> = oneOf(outsideRoles);

export const ProjectCollaborator = object({
  name: 'project_collaborator',
  plural: 'project_collaborators',
  service: 'identity',
  description: 'The link between a project and a collaborator who has a role in it.',
  attributes: {
    id: sometimes(
      text({ min: 1, description: 'Id or uuid; taken on creation, answered as `collaborator`.' }),
    ),
    project: readOnly(reference('project')),
    collaborator: readOnly(reference('collaborator')),
    role: outsideRole,
    highest_role: readOnly(outsideRole),
    created_at: stored.created_at,
    updated_at: stored.updated_at,
  },
  sortable: ['id', 'role', 'created_at', 'updated_at'],
  searchable: ['id', 'email', 'display_name'],
});

export const projectCollaboratorOperations = operations(
  ProjectCollaborator,
  '/projects/:project_id/project_collaborators',
  {
    list: { privilege: 'project.read' },
    show: { privilege: 'project.read' },
    create: {
      privilege: 'project.members',
      takes: ['id', 'role'],
      requires: ['id', 'role'],
      errors: ['id.not_found', 'id.reserved', 'id.locked'],
    },
    update: { privilege: 'project.members', takes: ['role'], requires: ['role'] },
    delete: { privilege: 'project.members' },
  },
);
