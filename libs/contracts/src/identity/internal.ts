import type { BotScope, GroupScope, ProjectScope } from '@holdfast/kernel';
import type { Answered } from '../kit/answered.js';
import { call, subjectsOf, type InLines } from '../kit/internal-call.js';
import type { Children, ChildrenHead, ListChildren } from '../kit/page-lines.js';
import type { Authenticate, Authenticated, VerifyPassword } from './login.js';
import type {
  FoundAccount,
  FoundProject,
  NamedProject,
  NameProjects,
  ProjectNames,
} from './named-project.js';
import type { RightsAnswer, RightsAsked, Standing, StandingAnswer } from './standing.js';
import type { ExistingProjects, Purge, Purged } from './purge.js';
import type {
  FindHeldSshKeys,
  FindSigners,
  FindSshKeyHolders,
  HeldSshKeys,
  Signers,
  SshKeyHolders,
  VerifySshKey,
} from './ssh-login.js';
import type {
  KnownStorage,
  KnownStorageAnswer,
  LeasedStorage,
  LeaseStorage,
  RenewStorage,
  SettleStorage,
} from './storage.js';

/** Calls between processes that are no operation of the public API, each with who asks: the broker knows no others. */
export const identityDeclared = {
  authenticate: call<Authenticate, Authenticated>('identity.session.authenticate.v1', ['gateway']),
  verifyPassword: call<VerifyPassword, Authenticated>('identity.account.verify.v1', ['gateway']),
  /** Whose SSH key it is in one company. */
  verifySshKey: call<VerifySshKey, Authenticated>('identity.ssh_key.verify.v1', ['gateway']),
  /** Who has the key in any company: asked before the client has named one. */
  sshKeyHolders: call<FindSshKeyHolders, SshKeyHolders>('identity.ssh_key.holders.v1', ['gateway']),
  /** The same of the keys of connections, asked where something is told to have changed; no login is tried by it. */
  heldSshKeys: call<FindHeldSshKeys, HeldSshKeys>('identity.ssh_key.held.v1', ['gateway']),
  /** Who has signed, asked where signatures are shown. */
  signers: call<FindSigners, Signers>('identity.ssh_key.signers.v1', ['repository']),
  refuseSshKey: call<FindSshKeyHolders, void>('identity.ssh_key.refuse.v1', ['gateway']),
  /** Asked before something that was opened a while ago becomes visible. */
  standing: call<Standing, StandingAnswer>('identity.account.standing.v1', ['repository']),
  /** The same for who needs no more than the rights, and knows the credential. */
  rights: call<RightsAsked, RightsAnswer>('identity.account.rights.v1', ['artifact']),
  /**
   * As `standing`, of the caller and the project of the context. Whether his password has changed is looked at. What he
   * reads is judged by it while it is sent, so it takes no turn of his requests.
   */
  callerNow: call<object, StandingAnswer>('identity.account.now.v1', ['gateway']),
  /** What accounts of a company are called now. */
  accountIds: call<AccountIds, AccountIdsAnswer>('identity.account.ids.v1', ['repository']),
  projectAccess: call<ProjectAccess, ProjectAccessAnswer>('identity.project.access.v1', ['gateway']),
  groupAccess: call<GroupAccess, GroupAccessAnswer>('identity.group.access.v1', ['gateway']),
  botAccess: call<BotAccess, BotAccessAnswer>('identity.bot.access.v1', ['gateway']),
  references: call<ResolveReferences, ResolvedReferences>('identity.reference.resolve.v1', ['gateway']),
  expand: call<Expand, Expanded>('identity.reference.expand.v1', ['gateway']),
  children: call<ListChildren, InLines<Children, ChildrenHead[]>>('identity.children.list.v1', ['gateway']),
  /** Asked by services whose objects are children of companies and accounts. */
  visibleProjects: call<ListVisibleProjects, VisibleProjectsAnswer>('identity.project.visible.v1', [
    'repository',
  ]),
  /** Operator's commands. */
  createCompany: call<CreateCompany, CreatedCompany>('identity.company.create.v1', ['operator']),
  listCompanies: call<ListCompanies, ListedCompanies>('identity.company.list.v1', ['operator']),
  deactivateCompany: call<NamedCompany, DeactivatedCompany>('identity.company.deactivate.v1', ['operator']),
  rotateKey: call<NamedCompany, RotatedKey>('identity.company.rotate_key.v1', ['operator']),
  limitCompany: call<LimitCompany, LimitCompany>('identity.company.limit_storage.v1', ['operator']),
  resetPassword: call<NamedAccount, ResetPassword>('identity.account.reset_password.v1', ['operator']),
  unlockAccount: call<NamedAccount, NamedAccount>('identity.account.unlock.v1', ['operator']),
  /** What people call a project, for commands on what is in it. */
  namedProject: call<NamedProject, FoundProject>('identity.project.named.v1', ['operator']),
  /** The other way round: what projects are called now. */
  projectNames: call<NameProjects, ProjectNames>('identity.project.names.v1', ['operator']),
  namedAccount: call<NamedAccount, FoundAccount>('identity.account.named.v1', ['operator']),
  purge: call<Purge, Purged>('identity.purge.run.v1', ['operator']),
  /** Asked by services that purge what belonged to projects. */
  existingProjects: call<ExistingProjects, ExistingProjects>('identity.purge.existing_projects.v1', [
    'repository',
  ]),
  /** The ledger of what is stored: asked by services that store. */
  leaseStorage: call<LeaseStorage, LeasedStorage>('identity.storage.lease.v1', ['repository', 'artifact']),
  renewStorage: call<RenewStorage, void>('identity.storage.renew.v1', ['repository', 'artifact']),
  settleStorage: call<SettleStorage, void>('identity.storage.settle.v1', ['repository', 'artifact']),
  /** Asked by the service that knows which repositories there are. */
  knownStorage: call<KnownStorage, KnownStorageAnswer>('identity.storage.known.v1', ['repository']),
};

/** The subjects of these calls. */
export const identityCalls = subjectsOf(identityDeclared);

/** All are uuids. At most 1,000 accounts. */
export interface AccountIds {
  company: string;
  accounts: string[];
}
/** By uuid, deactivated ones too; those that are no more are absent. */
export interface AccountIdsAnswer {
  ids: Record<string, string>;
}

/**
 * Which project the caller of the context means by its id or uuid, as people write it. Asked by gateways only: whoever
 * has the uuid asks for the standing. Undefined: he knows no such project.
 */
export interface ProjectAccess {
  id: string;
}
export interface ProjectAccessAnswer {
  project?: ProjectScope;
}

export interface GroupAccess {
  id: string;
}
export interface GroupAccessAnswer {
  group?: GroupScope;
}

/** A bot's id or uuid, or `me`. */
export interface BotAccess {
  id: string;
}
/** Undefined: no such bot, or none that the caller in the call context may know of. */
export interface BotAccessAnswer {
  bot?: BotScope;
}

/** Uuids, by what the objects are called: `account`. */
export type ResolveReferences = Record<string, string[]>;

export interface ObjectReference {
  id: string;
  uuid: string;
  type?: string;
}

/** By what the objects are called, and uuid; unknown ones are absent. */
export type ResolvedReferences = Record<string, Record<string, ObjectReference>>;

/** Full objects of one type by uuid, as the API shows them, without `api_status`; invisible ones are absent. */
export interface Expand {
  object: string;
  uuids: string[];
}
export type Expanded = Record<string, Answered>;

/**
 * Which active projects an active account may see; with `accounts` only those of them in which one of these accounts
 * has a role. Except with `projects` the answer is a page: while it says `more`, ask again with its last id as `after`.
 * All values but `after` are uuids.
 */
export interface ListVisibleProjects {
  company: string;
  account: string;
  /** The answer says which project belongs to which. */
  accounts?: string[];
  /** Only these projects; those of them that are deactivated are answered too. Not together with `accounts`. */
  projects?: string[];
  /** Only ids bytewise after this one. */
  after?: string;
  /** Most projects; at most and by default 20,000. */
  limit?: number;
}
export interface VisibleProjectsAnswer {
  /** In order of id, each once. */
  projects: { uuid: string; id: string }[];
  /** With `accounts`, by the uuid of an account: the places of its projects in `projects`, as a bit set in base64. */
  byAccount?: Record<string, string>;
  /** There are more, which come after these. */
  more: boolean;
}

export interface CreateCompany {
  id: string;
  name?: string;
  /** Id of the first admin; `admin` by default. */
  login?: string;
}
export interface CreatedCompany {
  company: string;
  company_key: string;
  login: string;
  /** Random; shown this once. */
  password: string;
}

/** One page of all companies by id; deactivated ones too. */
export interface ListCompanies {
  after?: string;
}
export interface CompanyLine {
  id: string;
  uuid: string;
  name: string;
  users: number;
  projects: number;
  /** Bytes; null: no limit. */
  storage_limit: number | null;
  storage_used: number;
  created_at: string;
  deleted_at?: string;
}
export interface ListedCompanies {
  companies: CompanyLine[];
  more: boolean;
}

export interface NamedCompany {
  company: string;
}
/** Bytes; null takes the limit away. */
export interface LimitCompany extends NamedCompany {
  storage_limit: number | null;
}

export interface DeactivatedCompany {
  company: string;
  old_id: string;
}
export interface RotatedKey {
  company: string;
  company_key: string;
}

/** An account of a company by id or e-mail address. */
export interface NamedAccount extends NamedCompany {
  login: string;
}
export interface ResetPassword {
  company: string;
  login: string;
  /** Random; shown this once. */
  password: string;
}
