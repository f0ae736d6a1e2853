import type { ServiceObject } from '@holdfast/platform/service-host';
import { milestoneRelations } from './milestone-relations.js';
import { MilestoneRow } from './milestone.entity.js';
import { MilestoneService } from './milestone.service.js';
import { milestoneList, MilestoneStore } from './milestone.store.js';
import { Milestones1764000000000 } from './database/1764000000000-milestones.migration.js';

export const milestone = {
  rows: [MilestoneRow],
  migrations: [Milestones1764000000000],
  services: [MilestoneService],
  parts: [MilestoneStore],
  related: [milestoneRelations],
  lists: { milestone: milestoneList },
} satisfies ServiceObject;
