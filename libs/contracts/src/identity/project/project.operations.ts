import { list, oneOf, properties, readOnly, shortName, storage, stored, text } from '../../kit/attribute.js';
import { object } from '../../kit/object-contract.js';
import { operations } from '../../kit/operation.js';

export const visibilities = ['company', 'members'] as const;
export const colors = ['blue', 'green', 'red', 'orange', 'turquoise', 'purple'] as const;

const label = text({ min: 1, max: 100 });

export const Project = object({
  name: 'project',
  plural: 'projects',
  service: 'identity',
  attributes: {
    id: shortName({
      reserved: ['count'],
      description: 'Unique in the company; may be changed.',
      audited: true,
    }),
    uuid: stored.uuid,
    name: text({ min: 2, max: 100, description: 'Unique in the company.' }),
    visibility: oneOf(visibilities, { default: 'company' }),
    color: oneOf(colors, { default: 'blue' }),
    labels: list(label, { max: 1000, default: [] }),
    description: text({ max: 5000, default: '' }),
    hook_events: readOnly(list(text(), { default: ['repository'] })),
    properties: properties(),
    storage_limit: storage.storage_limit,
    storage_used: storage.storage_used,
    created_at: stored.created_at,
    updated_at: stored.updated_at,
    deleted_at: stored.deleted_at,
    old_id: stored.old_id,
  },
  sortable: [
    'id',
    'name',
    'visibility',
    'color',
    'description',
    'storage_limit',
    'created_at',
    'updated_at',
    'uuid',
  ],
  searchable: ['id', 'name', 'description'],
  searchIndex: true,
  childOf: { company: 'projects', account: 'projects' },
});

const attributes = [
  'id',
  'name',
  'visibility',
  'color',
  'labels',
  'description',
  'properties',
  'storage_limit',
] as const;

export const projectOperations = operations(Project, '/projects', {
  list: { privilege: 'project.list' },
  show: { privilege: 'project.read', path: '/:project_id', kept: 'project' },
  create: {
    privilege: 'project.create',
    takes: attributes,
    requires: ['id', 'name'],
    errors: ['id.reserved', 'name.reserved', 'storage_limit.maximum'],
  },
  update: {
    privilege: 'project.settings',
    path: '/:project_id',
    takes: attributes,
    requires: ['id', 'name'],
    errors: ['id.reserved', 'name.reserved', 'id.locked', 'storage_limit.maximum'],
  },
  delete: { privilege: 'project.delete', path: '/:project_id', errors: ['id.locked'] },
});
