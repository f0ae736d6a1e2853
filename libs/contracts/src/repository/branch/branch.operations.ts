import { flag, readOnly, reference, stored, text } from '../../kit/attribute.js';
import { commitIdPattern, named } from '../../kinds/kind-words.js';
import { vcsKinds } from '../../kinds/vcs-kinds.js';
import { object } from '../../kit/object-contract.js';
import { operations } from '../../kit/operation.js';

export const Branch = object({
  name: 'branch',
  plural: 'branches',
  slashes: true,
  service: 'repository',
  description: 'A branch of a version control repository.',
  attributes: {
    id: text({ description: 'Name of the branch, by the rules of its version control system.' }),
    uuid: stored.uuid,
    commit: text({
      pattern: commitIdPattern,
      description:
        'The latest commit; on creation a full hash or an unambiguous prefix of at least 7 digits.',
    }),
    protected: flag({
      default: false,
      description: `Cannot be deleted nor force-pushed; only project admins push to it. ${named(vcsKinds.filter((kind) => kind.protectsBranches))} only.`,
    }),
    repository: readOnly(reference('repository')),
  },
  sortable: ['id', 'commit', 'protected'],
  searchable: ['id'],
  childOf: { repository: 'branches' },
});

export const branchOperations = operations(
  Branch,
  '/projects/:project_id/repositories/:repository_id/branches',
  {
    list: { privilege: 'project.read', on: 'node' },
    show: { privilege: 'project.read', on: 'node' },
    create: {
      privilege: 'repository.write',
      on: 'node',
      takes: ['id', 'commit', 'protected'],
      requires: ['id', 'commit'],
      unaudited: 'content, as a branch that is pushed; its protection is recorded',
      errors: [
        'id.reserved',
        'commit.not_found',
        'protected.locked',
        'protected.invalid',
        'repository.invalid',
        'storage_full',
      ],
    },
    update: {
      privilege: 'branch.protect',
      on: 'node',
      takes: ['protected'],
      errors: ['protected.invalid', 'id.locked'],
    },
    delete: { privilege: 'repository.write', on: 'node', errors: ['protected.locked', 'id.locked'] },
  },
);
