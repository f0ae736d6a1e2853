import { readOnly, reference, shortName, stored, text } from '../kit/attribute.js';
import { object } from '../kit/object-contract.js';
import { operations } from '../kit/operation.js';

/** An object that tests add and throw away: what it takes to add one is what it takes here. */
export const Milestone = object({
  name: 'milestone',
  plural: 'milestones',
  service: 'identity',
  description: 'A date by which something is to be done.',
  attributes: {
    id: shortName({ description: 'Unique in the project.' }),
    uuid: stored.uuid,
    title: text({ max: 100, default: '' }),
    project: readOnly(reference('project')),
    creator: readOnly(reference('account')),
    created_at: stored.created_at,
    updated_at: stored.updated_at,
  },
  sortable: ['id', 'title', 'created_at', 'updated_at'],
  searchable: ['id', 'title'],
  childOf: { project: 'milestones' },
});

export const milestoneOperations = operations(Milestone, '/projects/:project_id/milestones', {
  list: { privilege: 'project.read' },
  show: { privilege: 'project.read' },
  create: {
    privilege: 'repository.write',
    takes: ['id', 'title'],
    requires: ['id'],
    errors: ['id.reserved'],
  },
  delete: { privilege: 'repository.write' },
});
