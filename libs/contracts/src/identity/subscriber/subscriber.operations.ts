import { object } from '../../kit/object-contract.js';
import { operations } from '../../kit/operation.js';
import { accountAttributes, accountSearchable, accountSortable } from '../account/account.object.js';

export const Subscriber = object({
  name: 'subscriber',
  plural: 'subscribers',
  service: 'identity',
  description: 'A user or collaborator who gets notifications about the project.',
  attributes: accountAttributes,
  sortable: accountSortable,
  searchable: accountSearchable,
  searchIndex: true,
  isA: 'account',
});

const ownMail = 'which mails somebody gets grants nothing';

export const subscriberOperations = operations(Subscriber, '/projects/:project_id/subscribers', {
  list: { privilege: 'project.read' },
  show: { privilege: 'project.read' },
  subscribe: {
    privilege: 'project.read',
    at: '/projects/:project_id/actions/subscribe',
    bare: true,
    summary: 'Subscribe to the project',
    unaudited: ownMail,
    errors: ['forbidden'],
  },
  unsubscribe: {
    privilege: 'project.read',
    at: '/projects/:project_id/actions/unsubscribe',
    method: 'DELETE',
    bare: true,
    summary: 'End the subscription to the project',
    unaudited: ownMail,
    errors: ['forbidden'],
  },
});
