import type { ServiceObject } from '@holdfast/platform/service-host';
import { OrphanSweep } from './orphan-sweep.js';
import { StoreClaim } from './store-claim.js';
import { StoreOwnerRow } from './store-owner.entity.js';
import { StoreOwnerStore } from './store-owner.store.js';

export const retention = {
  rows: [StoreOwnerRow],
  parts: [OrphanSweep, StoreClaim, StoreOwnerStore],
} satisfies ServiceObject;
