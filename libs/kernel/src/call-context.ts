import type { AccountType, ProjectRole } from './role.js';

/** Who acts, as identity established it from keys or a password. */
export interface Principal {
  company: { uuid: string; id: string };
  account: {
    uuid: string;
    id: string;
    type: AccountType;
    email: string;
    name: string;
    /** The uuid of the account to which a bot belongs. */
    owner?: string;
  };
  /** A company admin does everything in the company. */
  companyAdmin: boolean;
  /** The installation leaves it to company admins to create projects. */
  projectsByAdmins?: true;
  /**
   * Says by what he was authenticated: an account key, or a password as it was then. The identity service can check
   * later whether it still holds. It is not a secret; no other part looks into it.
   */
  credential: string;
  /** The session in use, absent for Basic credentials and bots. */
  session?: string;
}

/**
 * The uuid under which the caller is counted where something is limited for each account. A bot counts for its owner,
 * or for its company where the owner is not known.
 */
export const shareOf = ({ company, account }: Principal): string =>
  account.type === 'bot' ? (account.owner ?? company.uuid) : account.uuid;

/** A project, with what the caller is in it. */
export interface ProjectScope {
  uuid: string;
  id: string;
  deleted: boolean;
  visibility: 'company' | 'members';
  /** All roles of the caller, direct and through groups. */
  roles: ProjectRole[];
  /** The smaller of the storage limits of project and company in bytes; absent or null: neither has one. */
  storageLimit?: number | null;
}

/** A repository as the catalogue knows it. */
export interface RepositoryScope {
  uuid: string;
  id: string;
  type: string;
  /** The storage node that placed the repository; it holds the data of a version control repository. */
  node: string;
  deleted: boolean;
  policy?: 'release' | 'snapshot' | 'mixed';
  /** Of a group: whether one of its members has it. */
  redeploy?: boolean;
  /**
   * A group: the uuids of the repositories that it serves, in their order. They are of its project, so whoever reads it
   * may read them. Absent: it is none.
   */
  members?: readonly string[];
  /** It follows a repository elsewhere, and nobody else changes what is in it. */
  mirrored?: true;
  /** Its own storage limit in bytes; absent: none. */
  storageLimit?: number;
}

/** A group, with what the caller is in it. */
export interface GroupScope {
  uuid: string;
  id: string;
  deleted: boolean;
  visibility: 'public' | 'private';
  /** The caller's role in the group, absent when not a member. */
  role?: 'admin' | 'member';
}

/** A bot that the caller may know of. */
export interface BotScope {
  uuid: string;
  id: string;
  deleted: boolean;
  /** The uuid of its owner, absent where it has none any more. */
  owner?: string;
  companyAdmin: boolean;
}

/** Under this the context of a call has who waits for the answer. It stays in its process: symbols are not sent. */
export const asker = Symbol('asker');

/** A client who waits for an answer. */
export interface Asker {
  /** The connection by which he came; destroyed: he has gone. */
  readonly from: { readonly destroyed: boolean };
  /** Milliseconds for which calls of his were held since the deadline was set: it is later by as much. */
  held: number;
}

/** What every call between processes carries. */
export interface CallContext {
  requestId: string;
  /** Milliseconds since the epoch after which nobody waits for the answer. */
  deadline: number;
  /** W3C `traceparent` of what asks, where it is recorded. */
  trace?: string;
  principal?: Principal;
  /** Milliseconds since the epoch: caller and objects were at that time what stands here, or later. */
  admitted?: number;
  project?: ProjectScope;
  repository?: RepositoryScope;
  group?: GroupScope;
  bot?: BotScope;
  /** Address of the client, for sessions and counters. */
  address?: string;
  [asker]?: Asker;
}

/** Milliseconds for which what somebody was let in with is taken as it was. */
export const admissionLasts = 250;

/**
 * Whether the rights of the caller may have ended since he was let in. A time to come is by another clock, and says
 * nothing; who was let in by nobody has none that could end.
 */
export const isAdmissionOld = ({ principal, admitted }: CallContext, now = Date.now()): boolean =>
  principal !== undefined && admitted !== undefined && (admitted > now || now - admitted >= admissionLasts);

/** The principal of the call. @throws Error where there is none: the operation should not have been let through */
export const actor = (ctx: CallContext): Principal => {
  if (!ctx.principal) throw new Error('a call without a principal reached an operation that needs one');
  return ctx.principal;
};

export const projectOf = (ctx: CallContext): ProjectScope => {
  if (!ctx.project) throw new Error('a call without a project reached an operation that needs one');
  return ctx.project;
};

export const repositoryOf = (ctx: CallContext): RepositoryScope => {
  if (!ctx.repository) throw new Error('a call without a repository reached an operation that needs one');
  return ctx.repository;
};

export const groupOf = (ctx: CallContext): GroupScope => {
  if (!ctx.group) throw new Error('a call without a group reached an operation that needs one');
  return ctx.group;
};

export const botOf = (ctx: CallContext): BotScope => {
  if (!ctx.bot) throw new Error('a call without a bot reached an operation that needs one');
  return ctx.bot;
};

/**
 * The context that a service sends with its own calls. It says which request they belong to, and not who made it: what
 * the other service must know of the caller stands in the input of the call.
 */
export const withoutCaller = ({ requestId, deadline, trace }: CallContext): CallContext => ({
  requestId,
  deadline,
  ...(trace === undefined ? {} : { trace }),
});
