import type { View } from '../../kit/object-contract.js';
import { anyObject, integer, oneOf, orNull, readOnly, sometimes, text } from '../../kit/attribute.js';
import { object } from '../../kit/object-contract.js';
import { operations } from '../../kit/operation.js';
import type { Commit } from '../commit/commit.operations.js';

export const entryTypes = ['file', 'directory', 'symlink', 'submodule'] as const;

export const archiveFormats = ['tar.gz', 'zip'] as const;

export const TreeEntry = object({
  name: 'tree_entry',
  plural: 'tree_entries',
  slashes: true,
  service: 'repository',
  description: 'What stands in a directory of a repository at a commit.',
  attributes: {
    name: readOnly(text()),
    path: readOnly(text({ description: 'From the root of the repository.' })),
    type: readOnly(oneOf(entryTypes)),
    mode: readOnly(text({ description: 'Six octal digits.' })),
    id: readOnly(text({ description: 'Hash of the object: equal ids, equal contents.' })),
    size: readOnly(
      orNull(integer({ description: 'Bytes of a file, or of the target of a symlink; null of the others.' })),
    ),
    commit: sometimes(
      readOnly(
        orNull(
          anyObject<View<typeof Commit>>({
            description:
              'Where `include=commit` asks for it: the last commit that touched it; null where it was not found in time.',
          }),
        ),
      ),
    ),
  },
  sortable: [],
  searchable: ['path'],
});

export const treeEntryOperations = operations(
  TreeEntry,
  '/projects/:project_id/repositories/:repository_id/commits/:commit_id',
  {
    root: {
      kind: 'list',
      path: '/tree',
      privilege: 'project.read',
      on: 'node',
      includes: ['commit'],
      summary: 'list the root directory at a commit',
    },
    below: {
      kind: 'list',
      path: '/tree/:path',
      privilege: 'project.read',
      on: 'node',
      includes: ['commit'],
      summary: 'list a directory at a commit',
    },
    files: {
      kind: 'list',
      path: '/files',
      privilege: 'project.read',
      on: 'node',
      weight: 3,
      summary: 'list all paths at a commit',
    },
    raw: {
      kind: 'bytes',
      path: '/files/:path',
      privilege: 'project.read',
      on: 'node',
      summary: 'the bytes of a file at a commit; of a symlink its target',
    },
    archive: {
      kind: 'bytes',
      path: '/archive',
      privilege: 'project.read',
      on: 'node',
      weight: 5,
      query: {
        format: oneOf(archiveFormats, { description: 'Default `tar.gz`.' }),
        path: text({ min: 1, max: 4096, description: 'A directory or file: only what is there.' }),
        prefix: text({ min: 1, max: 1000, description: 'What stands before each path, such as `app-1.0/`.' }),
      },
      errors: ['prefix.invalid'],
      summary: 'an archive of the files at a commit',
    },
  },
);
