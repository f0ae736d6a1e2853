import { anyObject, flag, instant, list, readOnly, reference, sometimes, text } from '../../kit/attribute.js';
import { object } from '../../kit/object-contract.js';
import { operations } from '../../kit/operation.js';

export const Commit = object({
  name: 'commit',
  plural: 'commits',
  slashes: true,
  service: 'repository',
  description: 'A commit of a version control repository.',
  attributes: {
    id: readOnly(text({ description: 'Full hash.' })),
    parents: readOnly(list(anyObject<{ id: string }>(), { description: '`id` of each parent.' })),
    author: readOnly(text({ description: 'Name of the author.' })),
    email: readOnly(text({ description: 'E-mail address of the author.' })),
    timestamp: readOnly(instant({ description: 'When the author made it.' })),
    committer: readOnly(text({ description: 'Name of the committer.' })),
    committer_email: readOnly(text()),
    committed_at: readOnly(instant()),
    description: readOnly(text({ description: 'The whole message.' })),
    truncated: sometimes(readOnly(flag({ description: 'The message is longer than what is answered.' }))),
    repository: readOnly(reference('repository')),
  },
  sortable: [],
  searchable: ['description'],
  newestFirst: true,
});

export const commitOperations = operations(
  Commit,
  '/projects/:project_id/repositories/:repository_id/commits',
  {
    list: {
      privilege: 'project.read',
      on: 'node',
      weight: 3,
      query: {
        reference: text({
          min: 1,
          max: 2000,
          description: 'Whose history: a hash, branch or tag; default the repository’s `default_identifier`.',
        }),
        path: text({
          min: 1,
          max: 4096,
          description: 'Only commits that touched the file, or anything in the directory.',
        }),
        author: text({
          min: 1,
          max: 1000,
          description: 'Case-insensitive part of the author’s name and address, as `name <address>`.',
        }),
      },
      errors: ['reference.not_found', 'path.invalid'],
    },
    show: { privilege: 'project.read', on: 'node', path: '/:commit_id' },
  },
);
