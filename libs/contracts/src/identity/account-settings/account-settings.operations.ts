import { reference, text, type Attribute, type Named } from '../../kit/attribute.js';
import { object } from '../../kit/object-contract.js';
import { operations } from '../../kit/operation.js';
import { Type } from '../../kit/schema.js';

export const intervals = ['instant', 'daily', 'weekly', 'never'] as const;
type Interval = (typeof intervals)[number];

interface SentInterval {
  project: Named;
  interval: Interval;
}
interface ShownInterval {
  project: { id: string; uuid: string };
  interval: Interval;
}

const email: Attribute<SentInterval[], ShownInterval[]> = {
  schema: Type.Array(
    Type.Object({
      project: reference('project').schema,
      interval: Type.Unsafe<string>({ type: 'string', enum: [...intervals] }),
    }),
    { minItems: 1, maxItems: 1000 },
  ),
  shown: Type.Array(
    Type.Object({
      project: Type.Object({ id: Type.String(), uuid: Type.String() }),
      interval: Type.Unsafe<Interval>({ type: 'string', enum: [...intervals] }),
    }),
  ),
  description:
    'One entry per project, by id or uuid; projects that are not named keep their interval. An account has at most 5000.',
};

export const NotificationSettings = object({
  name: 'notification_settings',
  plural: 'notification_settings',
  service: 'identity',
  description: 'How often an account is told by mail what happens in its projects.',
  attributes: { email },
  sortable: [],
  searchable: [],
});

const query = { account_id: text({ min: 1, description: 'For this account; company admins only.' }) };

export const notificationSettingsOperations = operations(
  NotificationSettings,
  '/account/settings/notifications',
  {
    show: {
      privilege: 'account',
      kind: 'read',
      path: '',
      query,
      forAccount: 'account_id',
      errors: ['forbidden', 'account_id.not_found'],
    },
    update: {
      privilege: 'account',
      path: '',
      query,
      forAccount: 'account_id',
      takes: ['email'],
      requires: ['email'],
      errors: ['forbidden', 'account_id.not_found', 'id.locked', 'email.not_found', 'email.maximum'],
    },
  },
);
