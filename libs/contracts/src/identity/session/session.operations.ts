import { anyObject, instant, readOnly, sometimes, text, writeOnly } from '../../kit/attribute.js';
import { object } from '../../kit/object-contract.js';
import { operations } from '../../kit/operation.js';

export const Session = object({
  name: 'session',
  plural: 'sessions',
  service: 'identity',
  description: 'A login of an account.',
  attributes: {
    id: readOnly(text({ description: '24 hex digits; never the key.' })),
    company: writeOnly(text({ description: 'Id of the company.' })),
    login: writeOnly(
      text({ description: 'E-mail address or user id; `email` or `id` may stand in its place.' }),
    ),
    password: writeOnly(text()),
    account_key: sometimes(readOnly(text({ description: '32 hex digits; shown at the login only.' }))),
    company_key: sometimes(readOnly(text({ description: '32 hex digits; shown at the login only.' }))),
    account: sometimes(readOnly(anyObject())),
    address: readOnly(text({ description: 'Address of the client at the login.' })),
    created_at: readOnly(instant()),
    last_used_at: readOnly(instant()),
  },
  sortable: ['id', 'created_at', 'last_used_at', 'address'],
  searchable: ['address'],
});

export const sessionOperations = operations(Session, '/account/sessions', {
  create: {
    privilege: 'public',
    takes: ['company', 'login', 'password'],
    requires: ['company', 'login', 'password'],
    alternatives: { login: ['email', 'id'] },
    batch: false,
    forms: true,
    secret: true,
    whole: ['account', 'company'],
    reveals: ['account_key', 'company_key'],
    errors: ['unauthenticated', 'too_many_requests'],
    summary: 'Log in',
  },
  list: { privilege: 'account' },
  show: { privilege: 'account' },
  delete: {
    privilege: 'public',
    bare: true,
    errors: ['not_found'],
    summary: 'End a session by its account key or id',
  },
});
