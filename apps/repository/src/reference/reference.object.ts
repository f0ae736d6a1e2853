import type { ServiceObject } from '@holdfast/platform/service-host';
import { ReferenceService } from './reference.service.js';

export const reference = {
  services: [ReferenceService],
} satisfies ServiceObject;
