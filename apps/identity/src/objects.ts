import { AccountRow } from './account/account.entity.js';
import { AccountStore } from './account/account.store.js';
import { PasswordHasher } from './account/password-hasher.js';
import { UserService } from './account/user.service.js';
import { AccessEvents } from './access/access-events.js';
import { CompanyRow } from './company/company.entity.js';
import { CompanyKeys } from './company/company-keys.js';
import { CompanyStore } from './company/company.store.js';
import { ProvisionService } from './company/provision.service.js';
import { PeopleAndProjects1763600000000 } from './database/migrations/1763600000000-people-and-projects.migration.js';
import { HealthService } from './health/health.service.js';
import { GroupMemberRow } from './group/group-member.entity.js';
import { GroupRow } from './group/group.entity.js';
import { Idempotency1763610000000 } from './database/migrations/1763610000000-idempotency.migration.js';
import { IdempotencyRow } from './idempotency/idempotency.entity.js';
import { IdempotencyService } from './idempotency/idempotency.service.js';
import { IdempotencyStore } from './idempotency/idempotency.store.js';
import { ProjectAccountRow } from './membership/project-account.entity.js';
import { ProjectAccountStore } from './membership/project-account.store.js';
import { ProjectGroupRow } from './membership/project-group.entity.js';
import { ProjectUserService } from './membership/project-user.service.js';
import { ProjectAccessService } from './project/project-access.service.js';
import { ProjectRow } from './project/project.entity.js';
import { ProjectService } from './project/project.service.js';
import { ProjectStore } from './project/project.store.js';
import { AuthenticationService } from './session/authentication.service.js';
import { LoginAttempts } from './session/login-attempts.js';
import { PasswordCheck } from './session/password-check.js';
import { ReferenceService } from './reference/reference.service.js';
import { SessionRow } from './session/session.entity.js';
import { SessionService } from './session/session.service.js';
import { SessionStore } from './session/session.store.js';

/** The rows. */
export const entities = [
  CompanyRow,
  AccountRow,
  SessionRow,
  GroupRow,
  GroupMemberRow,
  ProjectRow,
  ProjectAccountRow,
  ProjectGroupRow,
  IdempotencyRow,
];

/** In the order in which they run. */
export const migrations = [PeopleAndProjects1763600000000, Idempotency1763610000000];

/** The use cases. */
export const services = [
  HealthService,
  IdempotencyService,
  ProvisionService,
  ReferenceService,
  UserService,
  AuthenticationService,
  SessionService,
  ProjectService,
  ProjectAccessService,
  ProjectUserService,
];

/** What the use cases stand on. */
export const parts = [
  AccessEvents,
  AccountStore,
  CompanyKeys,
  CompanyStore,
  IdempotencyStore,
  LoginAttempts,
  PasswordCheck,
  PasswordHasher,
  ProjectAccountStore,
  ProjectStore,
  SessionStore,
];
