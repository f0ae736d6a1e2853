import type { ServiceObject } from '@holdfast/platform/service-host';
import { ProvisionService } from './provision.service.js';

export const provision = {
  services: [ProvisionService],
} satisfies ServiceObject;
