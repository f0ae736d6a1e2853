import type { ServiceObject } from '@holdfast/platform/service-host';
import { PurgeService } from './purge.service.js';
import { PurgeStore } from './purge.store.js';

export const purge = {
  services: [PurgeService],
  parts: [PurgeStore],
} satisfies ServiceObject;
