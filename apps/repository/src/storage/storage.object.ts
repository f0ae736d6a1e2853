import type { ServiceObject } from '@holdfast/platform/service-host';
import { RepositoryStorageStore } from './repository-storage.store.js';
import { StorageBook } from './storage-book.js';
import { BytesUnderWay } from './bytes-under-way.js';
import { StorageMeter } from './storage-meter.js';
import { StorageReportService } from './storage-report.service.js';

export const storage = {
  services: [StorageReportService],
  parts: [BytesUnderWay, RepositoryStorageStore, StorageBook, StorageMeter],
} satisfies ServiceObject;
