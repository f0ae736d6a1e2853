import { object } from '../../kit/object-contract.js';
import { operations } from '../../kit/operation.js';
import {
  accountAttributes,
  accountSearchable,
  accountSortable,
  ownAttributes,
} from '../account/account.object.js';

export const User = object({
  name: 'user',
  plural: 'users',
  service: 'identity',
  description: 'A person of the company. `me` stands for the caller’s own id in paths.',
  attributes: accountAttributes,
  sortable: accountSortable,
  searchable: accountSearchable,
  searchIndex: true,
  isA: 'account',
  childOf: { company: 'users', project: ['users', 'members'], group: 'users' },
  excludes: [['password', 'registration_email']],
});

export const userOperations = operations(User, '/users', {
  list: { privilege: 'people.read' },
  show: { privilege: 'account.read' },
  create: {
    privilege: 'company.manage',
    takes: ['id', ...ownAttributes, 'registration_email', 'company_admin', 'source'],
    requires: ['id', 'email'],
    errors: ['id.reserved', 'email.reserved', 'password.conflicts'],
  },
  update: {
    privilege: 'account.update',
    takes: [...ownAttributes, 'company_admin', 'source'],
    requires: ['email', 'password'],
    errors: ['email.reserved', 'company_admin.locked', 'id.locked', 'forbidden'],
  },
  delete: { privilege: 'account.delete', errors: ['company_admin.locked', 'id.locked'] },
});
