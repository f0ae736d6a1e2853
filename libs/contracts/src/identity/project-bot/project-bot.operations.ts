import { oneOf, readOnly, reference, sometimes, stored, text } from '../../kit/attribute.js';
import { object } from '../../kit/object-contract.js';
import { operations } from '../../kit/operation.js';
import { outsideRole, outsideRoles } from '../project-collaborator/project-collaborator.operations.js';

export const ProjectBot = object({
  name: 'project_bot',
  plural: 'project_bots',
  service: 'identity',
  description: 'The link between a project and a bot that has a role in it.',
  attributes: {
    id: sometimes(
      text({
        min: 1,
        description:
          'Id or uuid; taken on creation, answered as `bot`. Any bot of the company counts, a private one too.',
      }),
    ),
    project: readOnly(reference('project')),
    bot: readOnly(reference('bot')),
    role: {
      ...outsideRole,
      shown: oneOf([...outsideRoles, 'admin']).schema,
      description: 'A bot that has made the project is its admin; nobody gives a bot that role.',
    },
    created_at: stored.created_at,
    updated_at: stored.updated_at,
  },
  sortable: ['id', 'role', 'created_at', 'updated_at'],
  searchable: ['id', 'display_name'],
});

export const projectBotOperations = operations(ProjectBot, '/projects/:project_id/project_bots', {
  list: { privilege: 'project.read' },
  show: { privilege: 'project.read' },
  create: {
    privilege: 'project.bots',
    takes: ['id', 'role'],
    requires: ['id', 'role'],
    errors: ['id.not_found', 'id.reserved', 'id.locked'],
  },
  update: { privilege: 'project.bots', takes: ['role'], requires: ['role'], errors: ['role.locked'] },
  delete: { privilege: 'project.bots', errors: ['role.locked'] },
});
