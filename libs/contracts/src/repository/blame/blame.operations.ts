import { anyObject, integer, orNull, readOnly, text } from '../../kit/attribute.js';
import { object } from '../../kit/object-contract.js';
import { operations } from '../../kit/operation.js';

interface BlamedCommit {
  id: string;
  author: string;
  email: string;
  timestamp: string;
}

export const Blame = object({
  name: 'blame',
  plural: 'blames',
  slashes: true,
  service: 'repository',
  description: 'Lines of a file, one after another, that came in one after another with the same commit.',
  attributes: {
    line: readOnly(integer({ description: 'The first of them, from 1.' })),
    count: readOnly(integer({ description: 'How many lines.' })),
    commit: readOnly(
      orNull(
        anyObject<BlamedCommit>({
          description:
            '`id`, `author`, `email` and `timestamp`; null where there was no time to find it out.',
        }),
      ),
    ),
    original_path: readOnly(orNull(text({ description: 'The path of the file in that commit.' }))),
    original_line: readOnly(orNull(integer({ description: 'Where the first of the lines stood in it.' }))),
  },
  sortable: [],
  searchable: [],
});

const line = { min: 1, max: 1_000_000_000 };

export const blameOperations = operations(
  Blame,
  '/projects/:project_id/repositories/:repository_id/commits/:commit_id/blame',
  {
    list: {
      path: '/:path',
      privilege: 'project.read',
      on: 'node',
      weight: 5,
      query: {
        first: integer({ ...line, description: 'The first line that is asked about; default 1.' }),
        last: integer({ ...line, description: 'The last one; default the last of the file.' }),
      },
      errors: ['first.conflicts', 'last.conflicts', 'path.invalid'],
      summary: 'which commits the lines of a file came with',
    },
  },
);
