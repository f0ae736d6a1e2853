import { readOnly, reference, shortName, stored, text } from '../kit/attribute.js';
import { object } from '../kit/object-contract.js';
import { operations } from '../kit/operation.js';

/**
 * An object that tests add and throw away, of a type that the product will never have. It takes what any object
 * takes.
 */
export const Keepsake = object({
  name: 'keepsake',
  plural: 'keepsakes',
  service: 'identity',
  description: 'Something that is thrown away with its test.',
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
  childOf: { project: 'keepsakes' },
});

export const keepsakeOperations = operations(Keepsake, '/projects/:project_id/keepsakes', {
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
