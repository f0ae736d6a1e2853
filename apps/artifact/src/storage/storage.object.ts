import type { ServiceObject } from '@holdfast/platform/service-host';
import { StagingLeaseRow } from './staging-lease.entity.js';
import { StagingLeaseStore } from './staging-lease.store.js';
import { StorageLedger } from './storage-ledger.js';
import { StorageReports } from './storage-reports.js';
import { UploadRooms } from './upload-rooms.js';

export const storage = {
  rows: [StagingLeaseRow],
  parts: [StagingLeaseStore, StorageLedger, StorageReports, UploadRooms],
} satisfies ServiceObject;
