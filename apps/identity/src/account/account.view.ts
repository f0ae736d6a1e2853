import type { User, View } from '@holdfast/contracts';
import { timestamp } from '@holdfast/kernel';
import type { ShownAccount } from './account.entity.js';

/** What only a deactivated object shows. */
export const deactivation = (row: { id: string; deletedAt: Date | null; oldId: string | null }) =>
  row.deletedAt ? { deleted_at: timestamp(row.deletedAt), old_id: row.oldId ?? row.id } : {};

export type PersonView = View<typeof User>;

/** A user or a collaborator. */
export const personView = (row: ShownAccount): PersonView => ({
  id: row.id,
  uuid: row.uuid,
  type: row.type,
  email: row.email,
  first_name: row.firstName,
  last_name: row.lastName,
  display_name: row.displayName,
  description: row.description,
  phone: row.phone,
  title: row.title,
  locale: row.locale,
  source: row.source,
  company_admin: row.companyAdmin,
  instance_admin: false,
  synchronized_fields: [],
  avatar: '',
  created_at: timestamp(row.createdAt),
  updated_at: timestamp(row.updatedAt),
  ...deactivation(row),
});
