import type { ServiceObject } from '@holdfast/platform/service-host';
import { HealthService } from './health.service.js';

export const health = {
  services: [HealthService],
} satisfies ServiceObject;
