import {
  anyObject,
  flag,
  instant,
  list,
  orNull,
  readOnly,
  reference,
  sometimes,
  text,
} from '../../kit/attribute.js';
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

/** What lists between two revisions say of both. */
export const mergeBase = orNull(
  text({ description: 'Where the two part; null where they have nothing in common.' }),
);

/** What reads a part of the history. */
const walk = { kind: 'list', privilege: 'project.read', on: 'node', weight: 3 } as const;

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
    history: { ...walk, path: '/:commit_id/history', summary: 'the history of a commit' },
    history_of: {
      ...walk,
      path: '/:commit_id/history/:path',
      summary: 'commits that touched a path, from a commit back',
    },
    future: {
      ...walk,
      path: '/:commit_id/future',
      newestFirst: false,
      summary: 'what came after a commit, up to the default branch',
    },
    future_of: {
      ...walk,
      path: '/:commit_id/future/:path',
      newestFirst: false,
      summary: 'commits that touched a path, from a commit forward to the default branch',
    },
    compare: {
      ...walk,
      at: '/projects/:project_id/repositories/:repository_id/compare/commits/:range',
      metadata: { merge_base: mergeBase },
      summary: 'commits that `head` reaches and `base` does not, of `base...head`',
    },
  },
);
