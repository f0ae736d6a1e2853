import type { View } from '@holdfast/contracts';
import type { Milestone } from '@holdfast/contracts/testing';
import { timestamp } from '@holdfast/kernel';
import type { MilestoneRow } from './milestone.entity.js';

export const milestoneView = (row: MilestoneRow): View<typeof Milestone> => ({
  id: row.id,
  uuid: row.uuid,
  title: row.title,
  project: { id: row.projectId, uuid: row.projectUuid },
  creator: { id: row.creatorId, uuid: row.creatorUuid, type: 'user' },
  created_at: timestamp(row.createdAt),
  updated_at: timestamp(row.updatedAt),
});
