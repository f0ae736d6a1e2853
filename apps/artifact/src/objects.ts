import { AuditOutbox, AuditOutboxRow } from '@holdfast/platform/audit';
import { DirectoryRow } from './artifact-file/directory.entity.js';
import { FileIndexRow } from './artifact-file/file-index.entity.js';
import { FileIndexStore } from './artifact-file/file-index.store.js';
import { FileRow } from './artifact-file/file.entity.js';
import { FileService } from './artifact-file/file.service.js';
import { FileStore } from './artifact-file/file.store.js';
import { IndexEvents } from './artifact-file/index-events.js';
import { HeldChecksumRow } from './artifact-file/held-checksum.entity.js';
import { HeldChecksumStore } from './artifact-file/held-checksum.store.js';
import { UsageRow } from './artifact-file/usage.entity.js';
import { UsageStore } from './artifact-file/usage.store.js';
import { Files1763600000000 } from './database/migrations/1763600000000-files.migration.js';
import { AuditService } from './audit/audit.service.js';
import { Audit1763760000000 } from './database/migrations/1763760000000-audit.migration.js';
import { Contributions1763800000000 } from './database/migrations/1763800000000-contributions.migration.js';
import { Storage1763750000000 } from './database/migrations/1763750000000-storage.migration.js';
import { ChecksumUpload } from './deploy/checksum-upload.js';
import { DeployRight } from './deploy/deploy-right.js';
import { FileUpload } from './deploy/file-upload.js';
import { IndexUpload } from './deploy/index-upload.js';
import { RecentChanges } from './deploy/recent-changes.js';
import { Room } from './deploy/room.js';
import { UploadService } from './deploy/upload.service.js';
import { HealthService } from './health/health.service.js';
import { PurgeService } from './purge/purge.service.js';
import { RemovalService } from './removal/removal.service.js';
import { RemovalStore } from './removal/removal.store.js';
import { OrphanSweep } from './retention/orphan-sweep.js';
import { IndexService } from './serve/index.service.js';
import { ServeService } from './serve/serve.service.js';
import { StagingLeaseRow } from './storage/staging-lease.entity.js';
import { StagingLeaseStore } from './storage/staging-lease.store.js';
import { StorageLedger } from './storage/storage-ledger.js';
import { StorageReports } from './storage/storage-reports.js';
import { UploadRooms } from './storage/upload-room.js';
import { BytePort } from './transfer/byte-port.js';
import { Tickets } from './transfer/tickets.js';

/** The rows. */
export const entities = [
  DirectoryRow,
  FileRow,
  FileIndexRow,
  HeldChecksumRow,
  UsageRow,
  StagingLeaseRow,
  AuditOutboxRow,
];

/** In the order in which they run. */
export const migrations = [
  Files1763600000000,
  Storage1763750000000,
  Audit1763760000000,
  Contributions1763800000000,
];

/** The use cases that are called from outside. */
export const services = [HealthService, FileService, PurgeService, AuditService];

/** What they stand on. */
export const parts = [
  AuditOutbox,
  BytePort,
  ChecksumUpload,
  DeployRight,
  FileIndexStore,
  FileStore,
  FileUpload,
  HeldChecksumStore,
  IndexEvents,
  IndexService,
  IndexUpload,
  OrphanSweep,
  RecentChanges,
  RemovalService,
  RemovalStore,
  Room,
  ServeService,
  StagingLeaseStore,
  StorageLedger,
  StorageReports,
  Tickets,
  UploadRooms,
  UploadService,
  UsageStore,
];
