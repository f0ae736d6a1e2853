import type { Bot, Reference, View } from '@holdfast/contracts';
import { timestamp } from '@holdfast/kernel';
import { deactivation } from '../account/account.view.js';
import type { OwnedAccount } from './bot.query.js';

export const botView = (row: OwnedAccount): View<typeof Bot> => ({
  id: row.id,
  uuid: row.uuid,
  type: 'bot',
  display_name: row.display_name,
  description: row.description,
  visibility: row.company_admin ? 'public' : (row.visibility ?? 'private'),
  company_admin: row.company_admin,
  owner: ownerOf(row),
  created_at: timestamp(row.created_at),
  updated_at: timestamp(row.updated_at),
  ...deactivation(row),
});

const ownerOf = ({ owner_id: id, owner_uuid: uuid, owner_type: type }: OwnedAccount): Reference | null =>
  id !== null && uuid !== null && type !== null ? { id, uuid, type } : null;
