import { readOnly, reference, sometimes, text } from '../../kit/attribute.js';
import { object } from '../../kit/object-contract.js';
import { operations } from '../../kit/operation.js';

export const ProjectMember = object({
  name: 'project_member',
  plural: 'project_members',
  service: 'identity',
  description: 'A user or collaborator with a role in the project, direct or through a group.',
  attributes: {
    id: sometimes(readOnly(text({ description: 'Of the person; answered as `member`.' }))),
    project: readOnly(reference('project')),
    member: readOnly(reference('account')),
  },
  sortable: ['id'],
  searchable: ['id', 'email', 'display_name'],
});

export const projectMemberOperations = operations(ProjectMember, '/projects/:project_id/project_members', {
  list: { privilege: 'project.read' },
  show: { privilege: 'project.read' },
});
