import {
  flag,
  oneOf,
  orNull,
  readOnly,
  reference,
  shortName,
  sometimes,
  stored,
  text,
} from '../../kit/attribute.js';
import { object } from '../../kit/object-contract.js';
import { operations } from '../../kit/operation.js';
import { passwordAttribute } from '../account/account.object.js';

export const botVisibilities = ['private', 'public'] as const;

export const Bot = object({
  name: 'bot',
  plural: 'bots',
  service: 'identity',
  description: 'An account of a program: it has one account key and acts with its project roles.',
  attributes: {
    id: shortName({
      max: 40,
      reserved: ['count', 'me'],
      description: 'Unique among the accounts of the company.',
    }),
    uuid: stored.uuid,
    type: readOnly(oneOf(['bot'])),
    display_name: readOnly(text()),
    description: text({ max: 5000, default: '' }),
    visibility: oneOf(botVisibilities, {
      default: 'private',
      description:
        'private: its owner and company admins see it; a project that it has a role in names it all the same, ' +
        'and project admins who know its id give it one. A company admin’s bot is always public.',
    }),
    company_admin: flag({
      default: false,
      description: 'Acts everywhere; set by company admins, and only they manage such a bot.',
    }),
    owner: orNull(
      reference('account', {
        audited: true,
        description:
          'The user who made it, or whom a company admin has made its owner. Without an active one (with company_admin: who is company admin himself) its key does not work.',
      }),
    ),
    password: {
      ...passwordAttribute,
      description: 'For the doors of repositories, beside the key; there is none until one is set.',
    },
    account_key: sometimes(
      readOnly(text({ description: '32 hex digits; shown at the creation and replacement only.' })),
    ),
    created_at: stored.created_at,
    updated_at: stored.updated_at,
    deleted_at: stored.deleted_at,
    old_id: stored.old_id,
  },
  sortable: ['id', 'description', 'visibility', 'company_admin', 'created_at', 'updated_at', 'uuid'],
  searchable: ['id', 'display_name'],
  searchIndex: true,
  isA: 'account',
  childOf: { company: 'bots', project: 'bots' },
  // Bots that act everywhere are left to company admins.
  owner: { attribute: 'owner', unless: 'company_admin' },
});

const changeable = ['description', 'visibility', 'company_admin', 'password'] as const;

export const botOperations = operations(Bot, '/bots', {
  list: { privilege: 'people.read' },
  show: { privilege: 'account.read' },
  create: {
    privilege: 'bot.create',
    takes: ['id', ...changeable],
    requires: ['id'],
    secret: true,
    reveals: ['account_key'],
    errors: ['id.reserved', 'forbidden'],
  },
  update: {
    privilege: 'bot.update',
    takes: [...changeable, 'owner'],
    requires: ['owner', 'password'],
    errors: ['id.locked', 'owner.not_found', 'owner.invalid', 'forbidden'],
  },
  delete: { privilege: 'bot.manage', errors: ['id.locked', 'forbidden'] },
  replace_key: {
    privilege: 'bot.manage',
    path: '/:id/actions/replace_key',
    secret: true,
    reveals: ['account_key'],
    summary: 'Replace the account key; the old one ends',
    errors: ['id.locked', 'forbidden'],
  },
});
