import type { ServiceObject } from '@holdfast/platform/service-host';
import { ChangeRooms } from './change-rooms.js';
import { PushRooms } from './push-rooms.js';
import { RepositoryStorageStore } from './repository-storage.store.js';
import { StorageBook } from './storage-book.js';
import { BytesUnderWay } from './bytes-under-way.js';
import { StorageMeter } from './storage-meter.js';
import { StorageReportService } from './storage-report.service.js';

export const storage = {
  services: [StorageReportService],
  parts: [BytesUnderWay, ChangeRooms, PushRooms, RepositoryStorageStore, StorageBook, StorageMeter],
} satisfies ServiceObject;
