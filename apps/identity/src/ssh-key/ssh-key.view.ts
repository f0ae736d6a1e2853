import type { SshKey, View } from '@holdfast/contracts';
import { timestamp } from '@holdfast/kernel';
import type { SshKeyRow } from './ssh-key.entity.js';

export const sshKeyView = (row: SshKeyRow): View<typeof SshKey> => ({
  id: row.id,
  uuid: row.uuid,
  title: row.title,
  content: row.content,
  fingerprint: row.fingerprint,
  created_at: timestamp(row.createdAt),
  updated_at: timestamp(row.updatedAt),
});
