import type { ServiceObject } from '@holdfast/platform/service-host';
import { AccessEvents } from './access-events.js';

export const access = {
  parts: [AccessEvents],
} satisfies ServiceObject;
