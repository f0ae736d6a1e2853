import { flag, integer, oneOf, orNull, readOnly, sometimes, text } from '../../kit/attribute.js';
import { object } from '../../kit/object-contract.js';
import { operations } from '../../kit/operation.js';
import { mergeBase } from '../commit/commit.operations.js';

const statuses = ['added', 'modified', 'deleted', 'renamed', 'copied', 'type_changed'] as const;

export const Changeset = object({
  name: 'changeset',
  plural: 'changesets',
  slashes: true,
  service: 'repository',
  description: 'What became of one file between two commits.',
  attributes: {
    path: readOnly(text({ description: 'From the root of the repository.' })),
    old_path: readOnly(orNull(text({ description: 'Of what was renamed or copied; else null.' }))),
    status: readOnly(oneOf(statuses)),
    mode: readOnly(orNull(text({ description: 'Six octal digits; null of what was deleted.' }))),
    old_mode: readOnly(orNull(text({ description: 'Six octal digits; null of what was added.' }))),
    binary: readOnly(flag({ description: 'There are no lines that could be told.' })),
    additions: readOnly(integer({ description: 'Lines.' })),
    deletions: readOnly(integer({ description: 'Lines.' })),
    diff: readOnly(
      text({ description: 'Unified, from the first hunk on; at most 64 KiB, and 1 MiB in a page.' }),
    ),
    truncated: sometimes(readOnly(flag({ description: 'More changed than is told.' }))),
  },
  sortable: [],
  searchable: [],
});

const list = { kind: 'list', privilege: 'project.read', on: 'node', weight: 5 } as const;

export const changesetOperations = operations(
  Changeset,
  '/projects/:project_id/repositories/:repository_id',
  {
    of_commit: {
      ...list,
      path: '/commits/:commit_id/changesets',
      summary: 'what a commit changed, against its first parent',
    },
    compare: {
      ...list,
      path: '/compare/changesets/:range',
      metadata: { merge_base: mergeBase },
      summary: 'what changed from where `base` and `head` part to `head`, of `base...head`',
    },
  },
);
