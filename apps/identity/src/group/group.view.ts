import type { Group, View } from '@holdfast/contracts';
import { timestamp } from '@holdfast/kernel';
import type { GroupRow } from './group.entity.js';

export const groupView = (row: GroupRow): View<typeof Group> => ({
  id: row.id,
  uuid: row.uuid,
  name: row.name,
  description: row.description,
  visibility: row.visibility,
  source: row.source,
  linked: row.source !== '',
  created_at: timestamp(row.createdAt),
  updated_at: timestamp(row.updatedAt),
});
