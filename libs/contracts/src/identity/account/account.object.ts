import { chosenId, flag, list, oneOf, readOnly, stored, text, writeOnly } from '../../kit/attribute.js';

/** Password rules: 8–100 characters, an upper-case and a lower-case letter and a digit. */
export const passwordAttribute = writeOnly(
  text({ min: 8, max: 100, pattern: '^(?=[\\s\\S]*\\p{Lu})(?=[\\s\\S]*\\p{Ll})(?=[\\s\\S]*\\d)' }),
);

/** Users, collaborators and bots share one name space of ids in the company. */
export const accountId = chosenId({
  min: 1,
  max: 100,
  pattern: '^([a-zA-Z0-9_][a-zA-Z0-9_+.-]*)?$',
  reserved: ['count', 'me'],
  description: 'User name; unique among the accounts of the company.',
});

/** Attributes that users and collaborators share. */
export const accountAttributes = {
  id: accountId,
  uuid: stored.uuid,
  email: text({
    max: 254,
    format: 'email',
    description: 'Unique among active accounts, case ignored.',
    audited: true,
  }),
  first_name: text({ max: 32, default: '' }),
  last_name: text({ max: 32, default: '' }),
  display_name: readOnly(
    text({ description: 'First and last name, whichever exist, else the e-mail address.' }),
  ),
  password: passwordAttribute,
  registration_email: writeOnly(
    text({
      max: 254,
      format: 'email',
      description: 'Where the mail with the link for the first password goes.',
    }),
  ),
  description: text({ max: 5000, default: '' }),
  phone: text({ max: 100, default: '' }),
  title: text({ max: 100, default: '' }),
  locale: text({ min: 2, max: 35, pattern: '^[A-Za-z]{2,8}([-_][A-Za-z0-9]{1,8})*$', default: 'en' }),
  source: text({ max: 500, default: '', description: 'Id in an external directory; set by company admins.' }),
  company_admin: flag({
    default: false,
    description: 'Does everything in the company; set by company admins.',
  }),
  instance_admin: readOnly(flag({ default: false })),
  synchronized_fields: readOnly(list(text(), { default: [] })),
  avatar: readOnly(text()),
  type: readOnly(oneOf(['user', 'collaborator', 'bot'])),
  created_at: stored.created_at,
  updated_at: stored.updated_at,
  deleted_at: stored.deleted_at,
  old_id: stored.old_id,
};

export const accountSortable = [
  'id',
  'email',
  'first_name',
  'last_name',
  'description',
  'phone',
  'title',
  'locale',
  'source',
  'company_admin',
  'created_at',
  'updated_at',
  'uuid',
] as const;

export const accountSearchable = ['id', 'email', 'display_name'] as const;

/** What an account may change of itself. */
export const ownAttributes = [
  'email',
  'first_name',
  'last_name',
  'password',
  'description',
  'phone',
  'title',
  'locale',
] as const;
