import { AuditOutbox, AuditOutboxRow } from '@holdfast/platform/audit';
import { eventTables } from '@holdfast/platform/events';
import { AuditService } from './audit/audit.service.js';
import { BranchService } from './branch/branch.service.js';
import { BranchChildren } from './branch/branch-children.js';
import { BranchChildrenService } from './branch/branch-children.service.js';
import { CommitTimes } from './branch/commit-times.js';
import { Heads } from './branch/heads.js';
import { ProtectedBranchRow } from './branch/protected-branch.entity.js';
import { ProtectedBranchStore } from './branch/protected-branch.store.js';
import { PushesInFlight } from './branch/pushes-in-flight.js';
import { RefTurns } from './branch/ref-turns.js';
import { Catalogue1763600000000 } from './database/migrations/1763600000000-catalogue.migration.js';
import { NoUuidAsId1763720000000 } from './database/migrations/1763720000000-no-uuid-as-id.migration.js';
import { Events1763790000000 } from './database/migrations/1763790000000-events.migration.js';
import { Audit1763760000000 } from './database/migrations/1763760000000-audit.migration.js';
import { Storage1763750000000 } from './database/migrations/1763750000000-storage.migration.js';
import { EventService } from './event/event.service.js';
import { HealthService } from './health/health.service.js';
import { Creations } from './placement/creations.js';
import { LocalRepositories } from './placement/local-repositories.js';
import { PurgeService } from './purge/purge.service.js';
import { PurgeStore } from './purge/purge.store.js';
import { RefChanges } from './ref-change/ref-changes.js';
import { RefEventStore } from './ref-change/ref-event.store.js';
import { RefEvents } from './ref-change/ref-events.js';
import { ReferenceService } from './reference/reference.service.js';
import { CatalogueService } from './repository/catalogue.service.js';
import { DefaultIdentifiers } from './repository/default-identifiers.js';
import { RepositoryChildrenQuery } from './repository/repository-children.query.js';
import { RepositoryRelations } from './repository/repository-relations.js';
import { RepositoryListQuery } from './repository/repository-list.query.js';
import { RepositoryViews } from './repository/repository-views.js';
import { RepositoryRow } from './repository/repository.entity.js';
import { RepositoryService } from './repository/repository.service.js';
import { RepositoryStore } from './repository/repository.store.js';
import { VisibleProjects } from './repository/visible-projects.js';
import { RepositoryStorageStore } from './storage/repository-storage.store.js';
import { StorageBook } from './storage/storage-book.js';
import { StorageMeter } from './storage/storage-meter.js';
import { StorageReportService } from './storage/storage-report.service.js';
import { PushRooms } from './transfer/push-rooms.js';
import { PushDecisions } from './transfer/push-decision.js';
import { TransferStandings } from './transfer/transfer-standings.js';
import { TransferService } from './transfer/transfer.service.js';

/** The rows. */
export const entities = [RepositoryRow, ProtectedBranchRow, AuditOutboxRow, ...eventTables];

/** Objects that stand in answers of others. */
export const related = [RepositoryRelations, BranchChildren];

/** In the order in which they run. */
export const migrations = [
  Catalogue1763600000000,
  NoUuidAsId1763720000000,
  Storage1763750000000,
  Audit1763760000000,
  Events1763790000000,
];

/** The use cases. */
export const services = [
  HealthService,
  CatalogueService,
  RepositoryService,
  ReferenceService,
  BranchService,
  BranchChildrenService,
  TransferService,
  StorageReportService,
  PurgeService,
  AuditService,
  EventService,
];

/** What the use cases stand on. */
export const parts = [
  AuditOutbox,
  BranchChildren,
  CommitTimes,
  Creations,
  DefaultIdentifiers,
  Heads,
  LocalRepositories,
  ProtectedBranchStore,
  PushDecisions,
  PurgeStore,
  PushesInFlight,
  PushRooms,
  RefChanges,
  RefEvents,
  RefEventStore,
  RefTurns,
  RepositoryChildrenQuery,
  RepositoryRelations,
  RepositoryListQuery,
  RepositoryStorageStore,
  RepositoryStore,
  RepositoryViews,
  StorageBook,
  StorageMeter,
  TransferStandings,
  VisibleProjects,
];
