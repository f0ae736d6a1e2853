import { commitIdPattern } from '../../kinds/kind-words.js';
import { readOnly, reference, stored, text } from '../../kit/attribute.js';
import { object } from '../../kit/object-contract.js';
import { operations } from '../../kit/operation.js';

export const Bookmark = object({
  name: 'bookmark',
  plural: 'bookmarks',
  slashes: true,
  service: 'repository',
  description: 'A bookmark of a version control repository: a name that clients move along as they commit.',
  attributes: {
    id: text({ description: 'Its name, by the rules of its version control system.' }),
    uuid: stored.uuid,
    commit: text({ pattern: commitIdPattern, description: 'Where it is.' }),
    repository: readOnly(reference('repository')),
  },
  sortable: ['id', 'commit'],
  searchable: ['id'],
  childOf: { repository: 'bookmarks' },
});

export const bookmarkOperations = operations(
  Bookmark,
  '/projects/:project_id/repositories/:repository_id/bookmarks',
  {
    list: { privilege: 'project.read', on: 'node' },
  },
);
