import type { ServiceObject } from '@holdfast/platform/service-host';
import { CompanyTurns } from './company-turns.js';
import { LedgerStore } from './ledger.store.js';
import { StorageLeaseRow } from './storage-lease.entity.js';
import { StorageUsageRow } from './storage-usage.entity.js';
import { StorageService } from './storage.service.js';

export const storage = {
  rows: [StorageUsageRow, StorageLeaseRow],
  services: [StorageService],
  parts: [CompanyTurns, LedgerStore],
} satisfies ServiceObject;
