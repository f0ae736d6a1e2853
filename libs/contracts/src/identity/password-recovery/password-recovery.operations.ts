import { readOnly, sometimes, text, writeOnly } from '../../kit/attribute.js';
import { object } from '../../kit/object-contract.js';
import { operations } from '../../kit/operation.js';
import { passwordAttribute } from '../account/account.object.js';

export const PasswordRecovery = object({
  name: 'password_recovery',
  plural: 'password_recoveries',
  service: 'identity',
  description: 'A link by mail with which somebody sets a new password; it works once, for a day.',
  attributes: {
    token: sometimes(readOnly(text({ description: '64 hex digits; in the mail only.' }))),
    email: text({ max: 254, format: 'email' }),
    company: readOnly(text({ description: 'Id of the company.' })),
    password: writeOnly(passwordAttribute),
  },
  sortable: [],
  searchable: [],
});

export const passwordRecoveryOperations = operations(PasswordRecovery, '/account/password_recoveries', {
  create: {
    privilege: 'public',
    takes: ['email'],
    requires: ['email'],
    batch: false,
    forms: true,
    bare: true,
    errors: ['too_many_requests'],
    unaudited: 'anybody may ask for a mail, and nothing of an account changes; using its link is recorded',
    summary: 'Send a mail with a link; the answer is the same for unknown addresses',
  },
  show: { privilege: 'public', path: '/:token' },
  update: {
    privilege: 'public',
    path: '/:token',
    takes: ['password'],
    requires: ['password'],
    forms: true,
    errors: ['not_found', 'too_many_requests', 'password.empty'],
  },
});
