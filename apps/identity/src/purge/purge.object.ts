import type { ServiceObject } from '@holdfast/platform/service-host';
import { PurgeService } from './purge.service.js';

export const purge = {
  services: [PurgeService],
} satisfies ServiceObject;
