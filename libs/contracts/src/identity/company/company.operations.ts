import { readOnly, shortName, storage, stored, text } from '../../kit/attribute.js';
import { object } from '../../kit/object-contract.js';
import { operations } from '../../kit/operation.js';

export const Company = object({
  name: 'company',
  plural: 'companies',
  service: 'identity',
  description: 'The scope of every id; always the caller’s own.',
  attributes: {
    id: readOnly(
      shortName({
        reserved: ['api', 'assets', 'docs', 'health', 'login', 'metrics'],
        description: 'Fixed; part of the addresses of repositories.',
      }),
    ),
    uuid: stored.uuid,
    name: text({ min: 2, max: 100, audited: true }),
    display_name: readOnly(text({ description: 'The name, or the id when the name is empty.' })),
    storage_limit: readOnly({
      ...storage.storage_limit,
      description: 'Most bytes that the company may store; set by the operator. null: no limit.',
    }),
    storage_used: storage.storage_used,
    created_at: stored.created_at,
    updated_at: stored.updated_at,
  },
  sortable: ['id'],
  searchable: ['id', 'name'],
});

export const companyOperations = operations(Company, '/company', {
  show: { privilege: 'company.read', path: '' },
  update: { privilege: 'company.manage', path: '', takes: ['name'], requires: ['name'] },
});
