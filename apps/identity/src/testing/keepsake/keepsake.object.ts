import type { ServiceObject } from '@holdfast/platform/service-host';
import { keepsakeRelations } from './keepsake-relations.js';
import { KeepsakeRow } from './keepsake.entity.js';
import { KeepsakeService } from './keepsake.service.js';
import { keepsakeList, KeepsakeStore } from './keepsake.store.js';
import { Keepsakes1764000000000 } from './database/1764000000000-keepsakes.migration.js';

export const keepsake = {
  rows: [KeepsakeRow],
  migrations: [Keepsakes1764000000000],
  services: [KeepsakeService],
  parts: [KeepsakeStore],
  related: [keepsakeRelations],
  lists: { keepsake: keepsakeList },
} satisfies ServiceObject;
