import type { View } from '@holdfast/contracts';
import type { Keepsake } from '@holdfast/contracts/testing';
import { timestamp } from '@holdfast/kernel';
import type { KeepsakeRow } from './keepsake.entity.js';

export const keepsakeView = (row: KeepsakeRow): View<typeof Keepsake> => ({
  id: row.id,
  uuid: row.uuid,
  title: row.title,
  project: { id: row.projectId, uuid: row.projectUuid },
  creator: { id: row.creatorId, uuid: row.creatorUuid, type: 'user' },
  created_at: timestamp(row.createdAt),
  updated_at: timestamp(row.updatedAt),
});
