import { readOnly } from '../../kit/attribute.js';
import { object } from '../../kit/object-contract.js';
import { operations } from '../../kit/operation.js';
import {
  accountAttributes,
  accountSearchable,
  accountSortable,
  ownAttributes,
} from '../account/account.object.js';

export const Collaborator = object({
  name: 'collaborator',
  plural: 'collaborators',
  service: 'identity',
  description: 'A person from outside: sees only the projects in which he has a role.',
  attributes: { ...accountAttributes, company_admin: readOnly(accountAttributes.company_admin) },
  sortable: accountSortable,
  searchable: accountSearchable,
  searchIndex: true,
  isA: 'account',
  childOf: { company: 'collaborators', project: 'collaborators' },
  excludes: [['password', 'registration_email']],
});

export const collaboratorOperations = operations(Collaborator, '/collaborators', {
  list: { privilege: 'people.read' },
  show: { privilege: 'account.read' },
  create: {
    privilege: 'company.manage',
    takes: ['id', ...ownAttributes, 'registration_email', 'source'],
    requires: ['id', 'email'],
    errors: ['id.reserved', 'email.reserved', 'password.conflicts'],
  },
  update: {
    privilege: 'account.update',
    takes: [...ownAttributes, 'source'],
    requires: ['email', 'password'],
    errors: ['email.reserved', 'id.locked', 'forbidden'],
  },
  delete: { privilege: 'account.delete', errors: ['id.locked'] },
});
