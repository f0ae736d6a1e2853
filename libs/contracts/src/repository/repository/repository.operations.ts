import {
  chosenId,
  flag,
  instant,
  list,
  oneOf,
  orNull,
  properties,
  readOnly,
  reference,
  sometimes,
  storage,
  stored,
  text,
  writeOnly,
} from '../../kit/attribute.js';
import { artifactKinds } from '../../kinds/artifact-kinds.js';
import { kindWords, named, withoutSsh } from '../../kinds/kind-words.js';
import { vcsKinds } from '../../kinds/vcs-kinds.js';
import { object } from '../../kit/object-contract.js';
import { importState, mirror } from './remote-attributes.js';
import { operations } from '../../kit/operation.js';

export const policies = ['release', 'snapshot', 'mixed'] as const;

/** Most members of a group. */
const mostMembers = 50;

export const Repository = object({
  name: 'repository',
  plural: 'repositories',
  slashes: true,
  service: 'repository',
  description: 'A version control or artifact repository of a project.',
  attributes: {
    id: chosenId({
      min: 2,
      max: 200,
      pattern: '^[A-Za-z0-9_./-]*$',
      reserved: ['count'],
      description: `Unique among the project’s repositories, deactivated ones included; a slash in ${named(vcsKinds.filter(({ slashInIds }) => slashInIds))} repositories only.`,
    }),
    uuid: stored.uuid,
    type: oneOf(kindWords, { description: 'Fixed at creation.' }),
    http_url: readOnly(text()),
    ssh_url: readOnly(text({ description: `Empty for ${named(withoutSsh)}.` })),
    default_identifier: text({
      max: 1000,
      audited: true,
      description: 'The reference used when none is given.',
    }),
    default_base_branch: text({
      max: 1000,
      audited: true,
      description:
        'Where new code reviews lead to. It is what default_identifier is, until it is set to something else; null takes that back.',
    }),
    description: text({ max: 5000, default: '' }),
    properties: properties(),
    policy: sometimes(
      oneOf(policies, {
        default: 'mixed',
        description: `${named(artifactKinds)}, but for groups: which versions may be deployed.`,
      }),
    ),
    redeploy: sometimes(
      flag({
        default: false,
        description: `${named(artifactKinds)}, but for groups: a released file may be replaced by other bytes.`,
      }),
    ),
    members: sometimes(
      list(text({ min: 1, max: 200 }), {
        max: mostMembers,
        description: `${named(artifactKinds)}, groups only: ids of the repositories of the project whose files it serves; the first that has a file goes before. They have its type and are no groups. Uuids are taken as well. Whether it is a group is fixed at creation.`,
      }),
    ),
    layout: sometimes(
      flag({
        default: false,
        description: `${named(vcsKinds.filter(({ laysOut }) => laysOut))} only: it is made with the directories in which its trunk, branches and tags lie, in its first revision. Fixed at creation.`,
      }),
    ),
    storage_limit: storage.storage_limit,
    storage_used: storage.storage_used,
    creator: readOnly(reference('account')),
    project: readOnly(reference('project')),
    forked_from: readOnly(
      orNull(
        reference('repository', {
          description:
            'Of a fork: what it was made out of; null where that is no more, or the caller does not see its project.',
        }),
      ),
    ),
    import: importState,
    mirror,
    hook_events: readOnly(list(text(), { description: 'Events that hooks of the repository may hear.' })),
    pushed_at: readOnly(
      orNull(
        instant({
          description: 'When its references were last changed, by a push or over the API; null: never.',
        }),
      ),
    ),
    created_at: stored.created_at,
    updated_at: stored.updated_at,
    deleted_at: stored.deleted_at,
    old_id: stored.old_id,
  },
  sortable: [
    'id',
    'type',
    'description',
    'default_identifier',
    'default_base_branch',
    'policy',
    'redeploy',
    'storage_limit',
    'pushed_at',
    'created_at',
    'updated_at',
    'uuid',
  ],
  searchable: ['id', 'description'],
  childOf: { project: 'repositories', company: 'repositories', account: 'repositories' },
});

const changeable = [
  'description',
  'properties',
  'default_identifier',
  'default_base_branch',
  'policy',
  'redeploy',
  'members',
  'storage_limit',
] as const;

/** Under which address a repository is imported. */
const importing = '/:repository_id/actions/import';

export const repositoryOperations = operations(Repository, '/projects/:project_id/repositories', {
  list: { privilege: 'project.read' },
  show: { privilege: 'project.read', path: '/:repository_id' },
  create: {
    privilege: 'repository.administer',
    takes: ['id', 'type', 'layout', ...changeable, 'mirror'],
    requires: ['id', 'type'],
    errors: [
      'id.reserved',
      'type.invalid',
      'members.not_found',
      'members.invalid',
      'storage_limit.maximum',
      'mirror.empty',
      'storage_full',
    ],
  },
  update: {
    privilege: 'repository.administer',
    path: '/:repository_id',
    on: 'node',
    takes: [...changeable, 'mirror'],
    errors: [
      'default_identifier.not_found',
      'default_base_branch.not_found',
      'id.locked',
      'members.locked',
      'members.not_found',
      'members.invalid',
      'storage_limit.maximum',
      'mirror.empty',
    ],
  },
  delete: { privilege: 'repository.administer', path: '/:repository_id', errors: ['id.locked'] },
  fork: {
    privilege: 'project.read',
    path: '/:repository_id/actions/fork',
    on: 'node',
    takes: ['id'],
    parameters: {
      project: reference('project', {
        description:
          'Id or uuid of a project in which the caller may create repositories. Others see it at most as this one.',
      }),
    },
    requires: ['project', 'id'],
    summary: 'Make a new repository with the branches and tags of this one',
    errors: [
      'id.reserved',
      'id.locked',
      'project.not_found',
      'project.invalid',
      'repository.invalid',
      'storage_full',
    ],
    weight: 10,
    timeout: 30_000,
  },
  import: {
    privilege: 'repository.administer',
    path: importing,
    on: 'node',
    parameters: {
      url: text({ min: 1, max: 2_000, audited: true, description: 'http or https, without credentials.' }),
      username: text({ max: 255 }),
      password: writeOnly(text({ max: 1_000, description: 'Or a token, where the other side wants one.' })),
    },
    requires: ['url'],
    status: 202,
    summary: 'Bring what a repository elsewhere has into this one, which is empty',
    errors: ['id.locked', 'url.invalid', 'repository.invalid'],
    weight: 10,
  },
  stop_import: {
    privilege: 'repository.administer',
    path: importing,
    method: 'DELETE',
    on: 'node',
    summary: 'Stop an import that waits or runs',
    errors: ['repository.invalid'],
  },
});
