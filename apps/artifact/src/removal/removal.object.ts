import type { ServiceObject } from '@holdfast/platform/service-host';
import { RemovalService } from './removal.service.js';
import { RemovalStore } from './removal.store.js';

export const removal = {
  parts: [RemovalService, RemovalStore],
} satisfies ServiceObject;
