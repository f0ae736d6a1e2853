import type { User, View } from '@holdfast/contracts';
import { timestamp } from '@holdfast/kernel';
import type { AccountRow } from './account.entity.js';

/** What only a deactivated object shows. */
export const deactivation = (row: { id: string; deleted_at: Date | null; old_id: string | null }) =>
  row.deleted_at ? { deleted_at: timestamp(row.deleted_at), old_id: row.old_id ?? row.id } : {};

export type PersonView = View<typeof User>;

/** A user or a collaborator. */
export const personView = (row: AccountRow): PersonView => ({
  id: row.id,
  uuid: row.uuid,
  type: row.type,
  email: row.email,
  first_name: row.first_name,
  last_name: row.last_name,
  display_name: row.display_name,
  description: row.description,
  phone: row.phone,
  title: row.title,
  locale: row.locale,
  source: row.source,
  company_admin: row.company_admin,
  instance_admin: false,
  synchronized_fields: [],
  avatar: '',
  created_at: timestamp(row.created_at),
  updated_at: timestamp(row.updated_at),
  ...deactivation(row),
});
