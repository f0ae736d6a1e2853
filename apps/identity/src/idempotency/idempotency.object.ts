import type { ServiceObject } from '@holdfast/platform/service-host';
import { IdempotencyRow } from './idempotency.entity.js';
import { IdempotencyService } from './idempotency.service.js';
import { IdempotencyStore } from './idempotency.store.js';

export const idempotency = {
  rows: [IdempotencyRow],
  services: [IdempotencyService],
  parts: [IdempotencyStore],
} satisfies ServiceObject;
