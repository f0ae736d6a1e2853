import type { Bot, Reference, View } from '@holdfast/contracts';
import { timestamp } from '@holdfast/kernel';
import { deactivation } from './account.view.js';
import type { OwnedAccount } from './owned-account.query.js';

export const botView = (row: OwnedAccount): View<typeof Bot> => ({
  id: row.id,
  uuid: row.uuid,
  type: 'bot',
  display_name: row.displayName,
  description: row.description,
  visibility: row.companyAdmin ? 'public' : (row.visibility ?? 'private'),
  company_admin: row.companyAdmin,
  owner: ownerOf(row),
  created_at: timestamp(row.createdAt),
  updated_at: timestamp(row.updatedAt),
  ...deactivation(row),
});

const ownerOf = ({ ownerId: id, ownerUuid: uuid, ownerType: type }: OwnedAccount): Reference | null =>
  id !== null && uuid !== null && type !== null ? { id, uuid, type } : null;
