import { flag, integer, readOnly } from '../../kit/attribute.js';
import { object } from '../../kit/object-contract.js';
import { operations } from '../../kit/operation.js';

export const License = object({
  name: 'license',
  plural: 'licenses',
  service: 'identity',
  attributes: {
    seats_used: readOnly(integer({ description: 'Active users and collaborators.' })),
    seats: readOnly(integer({ description: 'What the installation is set to; 0: not limited.' })),
    academic: readOnly(flag()),
  },
  sortable: [],
  searchable: [],
});

export const licenseOperations = operations(License, '/company/license', {
  show: { privilege: 'company.read', path: '' },
});
