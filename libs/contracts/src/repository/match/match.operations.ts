import { flag, integer, readOnly, sometimes, text } from '../../kit/attribute.js';
import { object } from '../../kit/object-contract.js';
import { operations } from '../../kit/operation.js';

export const Match = object({
  name: 'match',
  plural: 'matches',
  service: 'repository',
  description: 'A place in the files of a commit where a text was found.',
  attributes: {
    path: readOnly(text({ description: 'From the root of the repository.' })),
    line: sometimes(readOnly(integer({ description: 'From 1; absent where the path itself was found.' }))),
    text: sometimes(
      readOnly(text({ description: 'Of the line, at most 1,000 bytes; absent where the path was found.' })),
    ),
    truncated: sometimes(readOnly(flag({ description: 'The line has more than is answered.' }))),
  },
  sortable: [],
  searchable: ['content', 'path'],
});

export const matchOperations = operations(
  Match,
  '/projects/:project_id/repositories/:repository_id/commits/:commit_id/search',
  {
    list: {
      privilege: 'project.read',
      on: 'node',
      // With what every search weighs: 20.
      weight: 11,
      errors: ['search_term.empty'],
      summary: 'look for `search_term` in the files of a commit',
    },
  },
);
