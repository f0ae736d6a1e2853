import type { ServiceObject } from '@holdfast/platform/service-host';
import { LicenseService } from './license.service.js';

export const license = {
  services: [LicenseService],
} satisfies ServiceObject;
