import { eventTables } from '@holdfast/platform/events';
import type { ServiceObject } from '@holdfast/platform/service-host';
import { EventService } from './event.service.js';

export const event = {
  rows: [...eventTables],
  services: [EventService],
} satisfies ServiceObject;
