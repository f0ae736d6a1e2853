import { flag, list, oneOf, readOnly, stored, text, writeOnly, type Attribute } from '../../kit/attribute.js';
import { object } from '../../kit/object-contract.js';
import { operations } from '../../kit/operation.js';

/** Password rules: 8–100 characters, an upper-case and a lower-case letter and a digit. */
export const passwordAttribute: Attribute = writeOnly(
  text({ min: 8, max: 100, pattern: '^(?=[\\s\\S]*\\p{Lu})(?=[\\s\\S]*\\p{Ll})(?=[\\s\\S]*\\d)' }),
);

/** Attributes that users, collaborators and bots share. */
export const accountAttributes = {
  id: text({
    min: 1,
    max: 100,
    pattern: '^([a-zA-Z0-9_][a-zA-Z0-9_+.-]*)?$',
    reserved: ['count', 'me'],
    description: 'User name; unique in the company.',
  }),
  uuid: stored.uuid,
  email: text({ max: 254, format: 'email', description: 'Unique among active accounts, case ignored.' }),
  first_name: text({ max: 32, default: '' }),
  last_name: text({ max: 32, default: '' }),
  display_name: readOnly(
    text({ description: 'First and last name, whichever exist, else the e-mail address.' }),
  ),
  password: passwordAttribute,
  registration_email: writeOnly(text({ max: 254, format: 'email' })),
  description: text({ max: 5000, default: '' }),
  phone: text({ max: 100, default: '' }),
  title: text({ max: 100, default: '' }),
  locale: text({ min: 2, max: 35, pattern: '^[A-Za-z]{2,8}([-_][A-Za-z0-9]{1,8})*$', default: 'en' }),
  source: text({ max: 500, default: '' }),
  company_admin: flag({ default: false }),
  instance_admin: readOnly(flag()),
  synchronized_fields: readOnly(list(text())),
  avatar: readOnly(text()),
  type: readOnly(oneOf(['user', 'collaborator', 'bot'])),
  created_at: stored.created_at,
  updated_at: stored.updated_at,
  deleted_at: stored.deleted_at,
  old_id: stored.old_id,
};

export const User = object({
  name: 'user',
  plural: 'users',
  service: 'identity',
  attributes: accountAttributes,
  sortable: ['id', 'email', 'first_name', 'last_name', 'title', 'created_at', 'updated_at', 'uuid'],
  searchable: ['id', 'email', 'display_name'],
  children: {
    projects: { service: 'identity', object: 'project' },
    repositories: { service: 'repository', object: 'repository' },
  },
  excludes: [['password', 'registration_email']],
});

const own = [
  'email',
  'first_name',
  'last_name',
  'password',
  'description',
  'phone',
  'title',
  'locale',
] as const;

export const userOperations = operations(User, '/users', {
  list: { privilege: 'people.read' },
  show: { privilege: 'people.read' },
  create: {
    privilege: 'company.manage',
    takes: ['id', ...own, 'registration_email', 'company_admin', 'source'],
    requires: ['id', 'email'],
    errors: ['id.reserved', 'email.reserved', 'password.conflicts'],
  },
  update: {
    privilege: 'account.update',
    takes: [...own, 'company_admin', 'source'],
    requires: ['email', 'password'],
    errors: ['email.reserved', 'id.locked'],
  },
  delete: { privilege: 'account.delete', errors: ['id.locked'] },
});
