import { timestamp } from '@holdfast/kernel';
import { deactivation } from '../account/account.view.js';
import type { OwnedAccount } from './bot.query.js';

export const botView = (row: OwnedAccount) => ({
  id: row.id,
  uuid: row.uuid,
  type: row.type,
  display_name: row.display_name,
  description: row.description,
  visibility: row.company_admin ? 'public' : row.visibility,
  company_admin: row.company_admin,
  owner: row.owner_uuid ? { id: row.owner_id, uuid: row.owner_uuid, type: row.owner_type } : null,
  created_at: timestamp(row.created_at),
  updated_at: timestamp(row.updated_at),
  ...deactivation(row),
});
