import type { Session, View } from '@holdfast/contracts';
import { timestamp } from '@holdfast/kernel';
import type { SessionRow } from './session.entity.js';

/** A session as its owner sees it: never the key. */
export const sessionView = (row: SessionRow): View<typeof Session> => ({
  id: row.id,
  address: row.address,
  created_at: timestamp(row.createdAt),
  last_used_at: timestamp(row.lastUsedAt),
});
