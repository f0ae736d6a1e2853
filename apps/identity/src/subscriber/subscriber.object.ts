import type { ServiceObject } from '@holdfast/platform/service-host';
import { SubscriberRow } from './subscriber.entity.js';
import { SubscriberService } from './subscriber.service.js';
import { SubscriberStore, subscriberList } from './subscriber.store.js';

export const subscriber = {
  rows: [SubscriberRow],
  services: [SubscriberService],
  parts: [SubscriberStore],
  lists: { subscriber: subscriberList },
} satisfies ServiceObject;
