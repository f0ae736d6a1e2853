import { AuditOutboxRow } from '@holdfast/platform/audit';
import { eventTables } from '@holdfast/platform/events';
import { AccessEvents } from './access/access-events.js';
import { AccountEnd } from './account/account-end.js';
import { AccountOperatorService } from './account/account-operator.service.js';
import { AccountRow } from './account/account.entity.js';
import { accountRelations } from './account/account-relations.js';
import { AccountStore } from './account/account.store.js';
import { CollaboratorService } from './account/collaborator.service.js';
import { HashTurns } from './account/hash-turns.js';
import { PasswordHasher } from './account/password-hasher.js';
import { People } from './account/people.js';
import { UserService } from './account/user.service.js';
import { AuditCollector } from './audit-event/audit-collector.js';
import { AuditEventRow } from './audit-event/audit-event.entity.js';
import { AuditEventService } from './audit-event/audit-event.service.js';
import { AuditEventStore } from './audit-event/audit-event.store.js';
import { AuditExpiry } from './audit-event/audit-expiry.js';
import { RefusedLoginEvents } from './audit-event/refused-login-events.js';
import { botRelations } from './bot/bot-relations.js';
import { BotService } from './bot/bot.service.js';
import { BotStore } from './bot/bot.store.js';
import { CompanyKeys } from './company/company-keys.js';
import { CompanyRow } from './company/company.entity.js';
import { CompanyService } from './company/company.service.js';
import { CompanyStore } from './company/company.store.js';
import { ProvisionService } from './company/provision.service.js';
import { PeopleAndProjects1763600000000 } from './database/migrations/1763600000000-people-and-projects.migration.js';
import { Idempotency1763610000000 } from './database/migrations/1763610000000-idempotency.migration.js';
import { KeysAndSettings1763620000000 } from './database/migrations/1763620000000-keys-and-settings.migration.js';
import { NoUuidAsId1763720000000 } from './database/migrations/1763720000000-no-uuid-as-id.migration.js';
import { KeyedRequests1763780000000 } from './database/migrations/1763780000000-keyed-requests.migration.js';
import { Events1763790000000 } from './database/migrations/1763790000000-events.migration.js';
import { Audit1763760000000 } from './database/migrations/1763760000000-audit.migration.js';
import { OwnersOfBots1763721000000 } from './database/migrations/1763721000000-owners-of-bots.migration.js';
import { GroupMemberRow } from './group/group-member.entity.js';
import { GroupMemberService } from './group/group-member.service.js';
import { GroupMemberStore } from './group/group-member.store.js';
import { GroupRow } from './group/group.entity.js';
import { groupRelations } from './group/group-relations.js';
import { GroupService } from './group/group.service.js';
import { GroupStore } from './group/group.store.js';
import { SearchAndOrders1763630000000 } from './database/migrations/1763630000000-search-and-orders.migration.js';
import { Storage1763750000000 } from './database/migrations/1763750000000-storage.migration.js';
import { EventService } from './event/event.service.js';
import { HealthService } from './health/health.service.js';
import { IdempotencyRow } from './idempotency/idempotency.entity.js';
import { IdempotencyService } from './idempotency/idempotency.service.js';
import { IdempotencyStore } from './idempotency/idempotency.store.js';
import { AccountNotices } from './mail/account-notices.js';
import { Mailer } from './mail/mailer.js';
import { ProjectAccountRow } from './membership/project-account.entity.js';
import { ProjectAccountStore } from './membership/project-account.store.js';
import { ProjectBotService } from './membership/project-bot.service.js';
import { ProjectCollaboratorService } from './membership/project-collaborator.service.js';
import { ProjectGroupRow } from './membership/project-group.entity.js';
import { ProjectGroupService } from './membership/project-group.service.js';
import { ProjectGroupStore } from './membership/project-group.store.js';
import { ProjectHold } from './membership/project-hold.js';
import { ProjectLinks } from './membership/project-links.js';
import { ProjectMemberService } from './membership/project-member.service.js';
import { ProjectUserService } from './membership/project-user.service.js';
import { PasswordRecoveryService } from './password-recovery/password-recovery.service.js';
import { RecoveryMail } from './password-recovery/recovery-mail.js';
import { RecoveryRow } from './password-recovery/recovery.entity.js';
import { RecoveryStore } from './password-recovery/recovery.store.js';
import { ProjectAccessService } from './project/project-access.service.js';
import { ProjectRow } from './project/project.entity.js';
import { projectRelations } from './project/project-relations.js';
import { ProjectService } from './project/project.service.js';
import { ProjectStore } from './project/project.store.js';
import { PurgeService } from './purge/purge.service.js';
import { ReferenceService } from './reference/reference.service.js';
import { AuthenticationService } from './session/authentication.service.js';
import { CallersNow } from './session/callers-now.js';
import { LoginAttempts } from './session/login-attempts.js';
import { PasswordCheck } from './session/password-check.js';
import { RefusedLoginLog } from './session/refused-login-log.js';
import { RefusedLogins } from './session/refused-logins.js';
import { SessionRow } from './session/session.entity.js';
import { SessionService } from './session/session.service.js';
import { SessionStore } from './session/session.store.js';
import { StandingService } from './session/standing.service.js';
import { NotificationSettingRow } from './settings/notification-setting.entity.js';
import { NotificationSettingsService } from './settings/notification-settings.service.js';
import { SettingsStore } from './settings/settings.store.js';
import { SshKeyRow } from './ssh-key/ssh-key.entity.js';
import { SshKeyService } from './ssh-key/ssh-key.service.js';
import { SshKeyStore } from './ssh-key/ssh-key.store.js';
import { CompanyTurns } from './storage/company-turns.js';
import { LedgerStore } from './storage/ledger.store.js';
import { StorageLeaseRow } from './storage/storage-lease.entity.js';
import { StorageService } from './storage/storage.service.js';
import { StorageUsageRow } from './storage/storage-usage.entity.js';
import { SubscriberRow } from './subscriber/subscriber.entity.js';
import { SubscriberService } from './subscriber/subscriber.service.js';
import { SubscriberStore } from './subscriber/subscriber.store.js';

/** The rows. */
export const entities = [
  CompanyRow,
  AccountRow,
  SessionRow,
  RecoveryRow,
  SshKeyRow,
  NotificationSettingRow,
  GroupRow,
  GroupMemberRow,
  ProjectRow,
  ProjectAccountRow,
  ProjectGroupRow,
  SubscriberRow,
  IdempotencyRow,
  StorageUsageRow,
  StorageLeaseRow,
  AuditOutboxRow,
  ...eventTables,
  AuditEventRow,
];

/** Objects that stand in answers of others. */
export const related = [accountRelations, botRelations, groupRelations, projectRelations];

/** In the order in which they run. */
export const migrations = [
  PeopleAndProjects1763600000000,
  Idempotency1763610000000,
  KeysAndSettings1763620000000,
  SearchAndOrders1763630000000,
  NoUuidAsId1763720000000,
  OwnersOfBots1763721000000,
  Storage1763750000000,
  Audit1763760000000,
  KeyedRequests1763780000000,
  Events1763790000000,
];

/** The use cases. */
export const services = [
  HealthService,
  ProvisionService,
  AccountOperatorService,
  PurgeService,
  AuthenticationService,
  StandingService,
  ReferenceService,
  CompanyService,
  SessionService,
  PasswordRecoveryService,
  NotificationSettingsService,
  SshKeyService,
  UserService,
  CollaboratorService,
  BotService,
  GroupService,
  GroupMemberService,
  ProjectService,
  ProjectAccessService,
  ProjectUserService,
  ProjectCollaboratorService,
  ProjectGroupService,
  ProjectMemberService,
  ProjectBotService,
  SubscriberService,
  IdempotencyService,
  AuditEventService,
  EventService,
  StorageService,
];

/** What the use cases stand on. */
export const parts = [
  AccessEvents,
  AccountEnd,
  AccountNotices,
  AccountStore,
  AuditCollector,
  AuditEventStore,
  AuditExpiry,
  RefusedLoginEvents,
  BotStore,
  CallersNow,
  CompanyKeys,
  CompanyStore,
  CompanyTurns,
  GroupMemberStore,
  GroupStore,
  IdempotencyStore,
  LedgerStore,
  LoginAttempts,
  RefusedLogins,
  RefusedLoginLog,
  Mailer,
  PasswordCheck,
  HashTurns,
  PasswordHasher,
  People,
  ProjectAccountStore,
  ProjectGroupStore,
  ProjectHold,
  ProjectLinks,
  ProjectStore,
  RecoveryMail,
  RecoveryStore,
  SessionStore,
  SettingsStore,
  SshKeyStore,
  SubscriberStore,
];
