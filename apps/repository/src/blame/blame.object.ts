import type { ServiceObject } from '@holdfast/platform/service-host';
import { BlameService } from './blame.service.js';

export const blame = {
  services: [BlameService],
} satisfies ServiceObject;
