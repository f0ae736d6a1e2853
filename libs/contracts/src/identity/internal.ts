import type { GroupScope, Principal, ProjectScope } from '@holdfast/kernel';

/** Calls between processes that are no operation of the public API. */
export const identityCalls = {
  authenticate: 'identity.session.authenticate.v1',
  verifyPassword: 'identity.account.verify.v1',
  projectAccess: 'identity.project.access.v1',
  groupAccess: 'identity.group.access.v1',
  references: 'identity.reference.resolve.v1',
  expand: 'identity.reference.expand.v1',
  children: 'identity.children.list.v1',
  /** Operator's commands. */
  createCompany: 'identity.company.create.v1',
} as const;

/** Keys of the Authorization header; the account key travels as its SHA-256 only. */
export interface Authenticate {
  companyKey: string;
  accountKeyHash: string;
}

/** Undefined: the keys authenticate nobody. */
export interface Authenticated {
  principal?: Principal;
}

/** Basic credentials at a byte door of the company with this id. */
export interface VerifyPassword {
  company: string;
  login: string;
  /** The password, or `keyHash` where 32 hex digits were sent (an account key in place of the password). */
  password?: string;
  keyHash?: string;
}

/** The caller stands in the call context; `id` is the project's id or uuid. Undefined: no such project. */
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

export interface ResolveReferences {
  accounts?: string[];
  projects?: string[];
}

export interface ObjectReference {
  id: string;
  uuid: string;
  type?: string;
}

/** By uuid; unknown ones are absent. */
export interface ResolvedReferences {
  accounts: Record<string, ObjectReference>;
  projects: Record<string, ObjectReference>;
}

/** Full objects of one type by uuid, as the API shows them, without `api_status`; invisible ones are absent. */
export interface Expand {
  object: string;
  uuids: string[];
}
export type Expanded = Record<string, object>;

/** Children of many parents of one type at once, for `count`, `list` and `include`. */
export interface ListChildren {
  parent: string;
  parents: string[];
  child: string;
  /** What is wanted: numbers only, ids, or full objects. */
  want: 'count' | 'list' | 'include';
  /** Most children of one parent. */
  limit: number;
}

/** By the parent's uuid; a parent without children may be absent. `more`: cut at the limit. */
export type Children = Record<string, { count: number; ids?: string[]; objects?: object[]; more?: boolean }>;

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
