import { readOnly, reference, stored, text } from '../../kit/attribute.js';
import { named } from '../../kinds/kind-words.js';
import { vcsKinds } from '../../kinds/vcs-kinds.js';
import { object } from '../../kit/object-contract.js';
import { operations } from '../../kit/operation.js';

export const ProtectedBranch = object({
  name: 'protected_branch',
  plural: 'protected_branches',
  service: 'repository',
  description: `A pattern: the branches of a repository whose names match it are protected, those that do not exist yet as well. ${named(vcsKinds.filter((kind) => kind.protectsBranches))} only.`,
  attributes: {
    id: readOnly(text({ description: '24 hex digits.' })),
    uuid: stored.uuid,
    pattern: text({
      min: 1,
      max: 200,
      audited: true,
      description:
        'The name of a branch. `*` stands for any characters but slashes, `**` for any characters; each may stand for none. Nothing else is special. Unique in the repository.',
    }),
    repository: readOnly(reference('repository')),
    creator: readOnly(reference('account')),
    created_at: stored.created_at,
    updated_at: stored.updated_at,
  },
  sortable: ['id', 'pattern', 'created_at', 'updated_at', 'uuid'],
  searchable: ['pattern'],
  childOf: { repository: 'protected_branches' },
});

export const protectedBranchOperations = operations(
  ProtectedBranch,
  '/projects/:project_id/repositories/:repository_id/protected_branches',
  {
    list: { privilege: 'project.read' },
    show: { privilege: 'project.read' },
    create: {
      privilege: 'branch.protect',
      on: 'node',
      takes: ['pattern'],
      requires: ['pattern'],
      errors: ['pattern.invalid', 'pattern.reserved', 'protected_branches.maximum', 'repository.invalid'],
    },
    update: {
      privilege: 'branch.protect',
      on: 'node',
      takes: ['pattern'],
      requires: ['pattern'],
      errors: ['pattern.invalid', 'pattern.reserved', 'id.locked'],
    },
    delete: { privilege: 'branch.protect', on: 'node', errors: ['id.locked'] },
  },
);
