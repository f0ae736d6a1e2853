// Made by tools/reference/generate.mjs; change the contracts instead.

/** What every answer begins with. */
export interface Envelope {
  api_status: number;
  api_timestamp: string;
}

/** What names another object in an answer. */
export interface Reference {
  id: string;
  uuid: string;
  type?: string;
}

/** What names another object in a body: its id or uuid, or the reference as it is answered. */
export type Named = string | Partial<Reference>;

/** An object inside of another. */
export interface Whole extends Envelope {
  [attribute: string]: unknown;
}

/** A part of a list. */
export interface Page<T> extends Envelope {
  metadata: { more_results: boolean; next_offset: number; count: number };
  results: T[];
}

/** Who did what to whom, and from where: logins, grants, keys, settings, deletions. Nobody changes or deletes one. */
export interface AuditEvent extends Envelope {
  /** 24 hex digits, increasing in time. */
  id: string;
  timestamp: string;
  /** Who did it; null for the operator of the installation and for refused logins. */
  account: Reference | null;
  /** Id of the operation, `project_user.create`; `operator.…` for the operator’s. */
  operation: string;
  /** What was acted on: `type`, `id` and `uuid`, and the `project`, `repository`, `group` or `bot` that it lies in; ids as they were then. */
  target: Record<string, unknown>;
  /** Address of the client; empty where there is none. */
  address: string;
  /** unknown: it was begun, and the service broke off before it could say more. */
  outcome: 'ok' | 'refused' | 'unknown';
  /** What was set, where that may be told; `changed` names other attributes; `count` of refused logins. */
  detail: Record<string, unknown>;
}

/** An account of a program: it has one account key and acts with its project roles. */
export interface Bot extends Envelope {
  /** Unique among the accounts of the company. */
  id: string;
  /** Universally unique; stays when the id changes. */
  uuid: string;
  type: 'bot';
  display_name: string;
  description: string;
  /** private: its owner and company admins see it; a project that it has a role in names it all the same, and project admins who know its id give it one. A company admin’s bot is always public. */
  visibility: 'private' | 'public';
  /** Acts everywhere; set by company admins, and only they manage such a bot. */
  company_admin: boolean;
  /** The user who made it, or whom a company admin has made its owner. Without an active one (with company_admin: who is company admin himself) its key does not work. */
  owner: Reference | null;
  /** 32 hex digits; shown at the creation and replacement only. */
  account_key?: string;
  created_at: string;
  updated_at: string;
  /** Deactivated objects only. */
  deleted_at?: string;
  /** Deactivated objects only: the id before the deletion. */
  old_id?: string;
  // Where `list`, `include` or `count` ask for them.
  projects?: string[] | Project[];
  projects_count?: number;
  projects_more_results?: boolean;
  repositories?: string[] | Repository[];
  repositories_count?: number;
  repositories_more_results?: boolean;
}

/** A public key of the caller or of a bot, for access to repositories over SSH. */
export interface SshKey extends Envelope {
  /** 24 hex digits. */
  id: string;
  /** Universally unique; stays when the id changes. */
  uuid: string;
  title: string;
  /** A line as in authorized_keys: ssh-ed25519, ecdsa-sha2-*, ssh-rsa of 2048 to 8192 bits, sk-*. What cannot be safe is refused (points off their curves or of small order, moduli that are primes or squares). */
  content: string;
  /** As ssh-keygen -l prints it: SHA256:…. */
  fingerprint: string;
  created_at: string;
  updated_at: string;
}

/** A person from outside: sees only the projects in which he has a role. */
export interface Collaborator extends Envelope {
  /** User name; unique among the accounts of the company. */
  id: string;
  /** Universally unique; stays when the id changes. */
  uuid: string;
  /** Unique among active accounts, case ignored. */
  email: string;
  first_name: string;
  last_name: string;
  /** First and last name, whichever exist, else the e-mail address. */
  display_name: string;
  description: string;
  phone: string;
  title: string;
  locale: string;
  /** Id in an external directory; set by company admins. */
  source: string;
  /** Does everything in the company; set by company admins. */
  company_admin: boolean;
  instance_admin: boolean;
  synchronized_fields: string[];
  avatar: string;
  type: 'user' | 'collaborator' | 'bot';
  created_at: string;
  updated_at: string;
  /** Deactivated objects only. */
  deleted_at?: string;
  /** Deactivated objects only: the id before the deletion. */
  old_id?: string;
  // Where `list`, `include` or `count` ask for them.
  projects?: string[] | Project[];
  projects_count?: number;
  projects_more_results?: boolean;
  repositories?: string[] | Repository[];
  repositories_count?: number;
  repositories_more_results?: boolean;
}

/** The scope of every id; always the caller’s own. */
export interface Company extends Envelope {
  /** Fixed; part of the addresses of repositories. */
  id: string;
  /** Universally unique; stays when the id changes. */
  uuid: string;
  name: string;
  /** The name, or the id when the name is empty. */
  display_name: string;
  /** Most bytes that the company may store; set by the operator. null: no limit. */
  storage_limit: number | null;
  /** Bytes that it stores; at most a minute old. */
  storage_used: number;
  created_at: string;
  updated_at: string;
  // Where `list`, `include` or `count` ask for them.
  bots?: string[] | Bot[];
  bots_count?: number;
  bots_more_results?: boolean;
  collaborators?: string[] | Collaborator[];
  collaborators_count?: number;
  collaborators_more_results?: boolean;
  groups?: string[] | Group[];
  groups_count?: number;
  groups_more_results?: boolean;
  projects?: string[] | Project[];
  projects_count?: number;
  projects_more_results?: boolean;
  users?: string[] | User[];
  users_count?: number;
  users_more_results?: boolean;
  repositories?: string[] | Repository[];
  repositories_count?: number;
  repositories_more_results?: boolean;
}

/** The link between a group and a user. Admins of the group manage it. */
export interface GroupMember extends Envelope {
  /** Id or uuid of the user; taken on creation, answered as `user`. */
  id?: string;
  group: Reference;
  user: Reference;
  role: 'admin' | 'member';
  /** Member through an external directory. */
  linked: boolean;
  created_at: string;
  updated_at: string;
}

/** Users of the company; a group’s role in a project counts as each member’s own. */
export interface Group extends Envelope {
  /** Unique in the company; fixed. */
  id: string;
  /** Universally unique; stays when the id changes. */
  uuid: string;
  /** Unique in the company. */
  name: string;
  description: string;
  /** private: only members see it and manage its roles in projects. */
  visibility: 'public' | 'private';
  /** Id in an external directory. */
  source: string;
  /** True when `source` is set. */
  linked: boolean;
  created_at: string;
  updated_at: string;
  // Where `list`, `include` or `count` ask for them.
  users?: string[] | User[];
  users_count?: number;
  users_more_results?: boolean;
}

export interface License extends Envelope {
  /** Active users and collaborators. */
  seats_used: number;
  /** What the installation is set to; 0: not limited. */
  seats: number;
  academic: boolean;
}

/** How often an account is told by mail what happens in its projects. */
export interface NotificationSettings extends Envelope {
  /** One entry per project, by id or uuid; projects that are not named keep their interval. An account has at most 5000. */
  email: { project: { id: string; uuid: string }; interval: 'instant' | 'daily' | 'weekly' | 'never' }[];
}

/** A link by mail with which somebody sets a new password; it works once, for a day. */
export interface PasswordRecovery extends Envelope {
  /** 64 hex digits; in the mail only. */
  token?: string;
  email: string;
  /** Id of the company. */
  company: string;
}

/** The link between a project and a bot that has a role in it. */
export interface ProjectBot extends Envelope {
  /** Id or uuid; taken on creation, answered as `bot`. Any bot of the company counts, a private one too. */
  id?: string;
  project: Reference;
  bot: Reference;
  /** A bot that has made the project is its admin; nobody gives a bot that role. */
  role: 'master' | 'developer' | 'guest' | 'admin';
  created_at: string;
  updated_at: string;
}

/** The link between a project and a collaborator who has a role in it. */
export interface ProjectCollaborator extends Envelope {
  /** Id or uuid; taken on creation, answered as `collaborator`. */
  id?: string;
  project: Reference;
  collaborator: Reference;
  role: 'master' | 'developer' | 'guest';
  highest_role: 'master' | 'developer' | 'guest';
  created_at: string;
  updated_at: string;
}

/** The link between a project and a group; its role counts as each member’s own. */
export interface ProjectGroup extends Envelope {
  /** Id or uuid of the group; taken on creation, answered as `group`. */
  id?: string;
  project: Reference;
  group: Reference;
  role: 'admin' | 'manager' | 'master' | 'developer' | 'guest';
  created_at: string;
  updated_at: string;
}

/** A user or collaborator with a role in the project, direct or through a group. */
export interface ProjectMember extends Envelope {
  /** Of the person; answered as `member`. */
  id?: string;
  project: Reference;
  member: Reference;
}

export interface Project extends Envelope {
  /** Unique in the company; may be changed. */
  id: string;
  /** Universally unique; stays when the id changes. */
  uuid: string;
  /** Unique in the company. */
  name: string;
  visibility: 'company' | 'members';
  color: 'blue' | 'green' | 'red' | 'orange' | 'turquoise' | 'purple';
  labels: string[];
  description: string;
  hook_events: string[];
  /** Custom attributes; PUT merges by top-level key, null removes a key; at most 64 KiB as JSON, numbers written out. */
  properties: Record<string, unknown>;
  /** Most bytes that it may store, what is under way and what is deactivated included; null: no limit of its own. */
  storage_limit: number | null;
  /** Bytes that it stores; at most a minute old. */
  storage_used: number;
  created_at: string;
  updated_at: string;
  /** Deactivated objects only. */
  deleted_at?: string;
  /** Deactivated objects only: the id before the deletion. */
  old_id?: string;
  // Where `list`, `include` or `count` ask for them.
  bots?: string[] | Bot[];
  bots_count?: number;
  bots_more_results?: boolean;
  collaborators?: string[] | Collaborator[];
  collaborators_count?: number;
  collaborators_more_results?: boolean;
  groups?: string[] | Group[];
  groups_count?: number;
  groups_more_results?: boolean;
  users?: string[] | User[];
  users_count?: number;
  users_more_results?: boolean;
  members?: string[] | User[];
  members_count?: number;
  members_more_results?: boolean;
  repositories?: string[] | Repository[];
  repositories_count?: number;
  repositories_more_results?: boolean;
}

export interface ProjectUser extends Envelope {
  /** Id or uuid of the user; taken on creation, answered as `user`. */
  id?: string;
  project: Reference;
  user: Reference;
  /** The direct role. */
  role: 'admin' | 'manager' | 'master' | 'developer' | 'guest';
  /** Counts the roles through groups as well. */
  highest_role: 'admin' | 'manager' | 'master' | 'developer' | 'guest';
  created_at: string;
  updated_at: string;
}

/** A login of an account. */
export interface Session extends Envelope {
  /** 24 hex digits; never the key. */
  id: string;
  /** 32 hex digits; shown at the login only. */
  account_key?: string;
  /** 32 hex digits; shown at the login only. */
  company_key?: string;
  account?: Record<string, unknown>;
  /** Address of the client at the login. */
  address: string;
  created_at: string;
  last_used_at: string;
}

/** A user or collaborator who gets notifications about the project. */
export interface Subscriber extends Envelope {
  /** User name; unique among the accounts of the company. */
  id: string;
  /** Universally unique; stays when the id changes. */
  uuid: string;
  /** Unique among active accounts, case ignored. */
  email: string;
  first_name: string;
  last_name: string;
  /** First and last name, whichever exist, else the e-mail address. */
  display_name: string;
  description: string;
  phone: string;
  title: string;
  locale: string;
  /** Id in an external directory; set by company admins. */
  source: string;
  /** Does everything in the company; set by company admins. */
  company_admin: boolean;
  instance_admin: boolean;
  synchronized_fields: string[];
  avatar: string;
  type: 'user' | 'collaborator' | 'bot';
  created_at: string;
  updated_at: string;
  /** Deactivated objects only. */
  deleted_at?: string;
  /** Deactivated objects only: the id before the deletion. */
  old_id?: string;
  // Where `list`, `include` or `count` ask for them.
  projects?: string[] | Project[];
  projects_count?: number;
  projects_more_results?: boolean;
  repositories?: string[] | Repository[];
  repositories_count?: number;
  repositories_more_results?: boolean;
}

/** A person of the company. `me` stands for the caller’s own id in paths. */
export interface User extends Envelope {
  /** User name; unique among the accounts of the company. */
  id: string;
  /** Universally unique; stays when the id changes. */
  uuid: string;
  /** Unique among active accounts, case ignored. */
  email: string;
  first_name: string;
  last_name: string;
  /** First and last name, whichever exist, else the e-mail address. */
  display_name: string;
  description: string;
  phone: string;
  title: string;
  locale: string;
  /** Id in an external directory; set by company admins. */
  source: string;
  /** Does everything in the company; set by company admins. */
  company_admin: boolean;
  instance_admin: boolean;
  synchronized_fields: string[];
  avatar: string;
  type: 'user' | 'collaborator' | 'bot';
  created_at: string;
  updated_at: string;
  /** Deactivated objects only. */
  deleted_at?: string;
  /** Deactivated objects only: the id before the deletion. */
  old_id?: string;
  // Where `list`, `include` or `count` ask for them.
  projects?: string[] | Project[];
  projects_count?: number;
  projects_more_results?: boolean;
  repositories?: string[] | Repository[];
  repositories_count?: number;
  repositories_more_results?: boolean;
}

/** Lines of a file, one after another, that came in one after another with the same commit. */
export interface Blame extends Envelope {
  /** The first of them, from 1. */
  line: number;
  /** How many lines. */
  count: number;
  /** `id`, `author`, `email` and `timestamp`; null where there was no time to find it out. */
  commit: Record<string, unknown> | null;
  /** The path of the file in that commit. */
  original_path: string | null;
  /** Where the first of the lines stood in it. */
  original_line: number | null;
}

/** A bookmark of a version control repository: a name that clients move along as they commit. */
export interface Bookmark extends Envelope {
  /** Its name, by the rules of its version control system. */
  id: string;
  /** Universally unique; stays when the id changes. */
  uuid: string;
  /** Where it is. */
  commit: string;
  repository: Reference;
}

/** A branch of a version control repository. */
export interface Branch extends Envelope {
  /** Name of the branch, by the rules of its version control system. */
  id: string;
  /** Universally unique; stays when the id changes. */
  uuid: string;
  /** The latest commit; on creation a full hash or an unambiguous prefix of at least 7 digits. */
  commit: string;
  /** Cannot be deleted nor force-pushed; only project admins push to it. git only. */
  protected: boolean;
  repository: Reference;
}

/** What became of one file between two commits. */
export interface Changeset extends Envelope {
  /** From the root of the repository. */
  path: string;
  /** Of what was renamed or copied; else null. */
  old_path: string | null;
  status: 'added' | 'modified' | 'deleted' | 'renamed' | 'copied' | 'type_changed';
  /** Six octal digits; null of what was deleted. */
  mode: string | null;
  /** Six octal digits; null of what was added. */
  old_mode: string | null;
  /** There are no lines that could be told. */
  binary: boolean;
  /** Lines. */
  additions: number;
  /** Lines. */
  deletions: number;
  /** Unified, from the first hunk on; at most 64 KiB, and 1 MiB in a page. */
  diff: string;
  /** More changed than is told. */
  truncated?: boolean;
}

/** A commit of a version control repository. */
export interface Commit extends Envelope {
  /** Full hash. */
  id: string;
  /** `id` of each parent. */
  parents: Record<string, unknown>[];
  /** Name of the author. */
  author: string;
  /** E-mail address of the author. */
  email: string;
  /** When the author made it. */
  timestamp: string;
  /** Name of the committer. */
  committer: string;
  committer_email: string;
  committed_at: string;
  /** The message. */
  description: string;
  /** The message is longer than what is answered. */
  truncated?: boolean;
  /** What its signature is worth; null: it has none. `state`: `verified` (made by `signer`, an active account of the company that has the SSH key, or by the installation itself), `unknown_key` (right, and nobody of the company has the key), `invalid` (not over this commit) or `unsupported` (not by an SSH key, or too long). `by`: `account`, `installation` or null. `fingerprint`: of the SSH key. */
  verification: Record<string, unknown> | null;
  repository: Reference;
}

/** A place in the files of a commit where a text was found. */
export interface Match extends Envelope {
  /** From the root of the repository. */
  path: string;
  /** From 1; absent where the path itself was found. */
  line?: number;
  /** Of the line, at most 1,000 bytes; absent where the path was found. */
  text?: string;
  /** The line has more than is answered. */
  truncated?: boolean;
}

/** A pattern: the branches of a repository whose names match it are protected, those that do not exist yet as well. git only. */
export interface ProtectedBranch extends Envelope {
  /** 24 hex digits. */
  id: string;
  /** Universally unique; stays when the id changes. */
  uuid: string;
  /** The name of a branch. `*` stands for any characters but slashes, `**` for any characters; each may stand for none. Nothing else is special. Unique in the repository. */
  pattern: string;
  repository: Reference;
  creator: Reference;
  created_at: string;
  updated_at: string;
}

/** A version control or artifact repository of a project. */
export interface Repository extends Envelope {
  /** Unique among the project’s repositories, deactivated ones included; a slash in git repositories only. */
  id: string;
  /** Universally unique; stays when the id changes. */
  uuid: string;
  /** Fixed at creation. */
  type: 'git' | 'mercurial' | 'subversion' | 'maven' | 'ivy';
  http_url: string;
  /** Empty for maven and ivy. */
  ssh_url: string;
  /** The reference used when none is given. */
  default_identifier: string;
  /** Where new code reviews lead to. It is what default_identifier is, until it is set to something else; null takes that back. */
  default_base_branch: string;
  description: string;
  /** Custom attributes; PUT merges by top-level key, null removes a key; at most 64 KiB as JSON, numbers written out. */
  properties: Record<string, unknown>;
  /** maven and ivy, but for groups: which versions may be deployed. */
  policy?: 'release' | 'snapshot' | 'mixed';
  /** maven and ivy, but for groups: a released file may be replaced by other bytes. */
  redeploy?: boolean;
  /** maven and ivy, groups only: ids of the repositories of the project whose files it serves; the first that has a file goes before. They have its type and are no groups. Uuids are taken as well. Whether it is a group is fixed at creation. */
  members?: string[];
  /** subversion only: it is made with the directories in which its trunk, branches and tags lie, in its first revision. Fixed at creation. */
  layout?: boolean;
  /** Most bytes that it may store, what is under way and what is deactivated included; null: no limit of its own. */
  storage_limit: number | null;
  /** Bytes that it stores; at most a minute old. */
  storage_used: number;
  creator: Reference;
  project: Reference;
  /** Of a fork: what it was made out of; null where that is no more, or the caller does not see its project. */
  forked_from: Reference | null;
  /** Version control only: how the newest import stands, as `{state, progress, error}`; `state` is `queued`, `running`, `done` or `failed`, `progress` a number from 0 to 100, and `error` why it has failed, or what of it could not be had. Null: there was none within the last 30 days. */
  import?: Record<string, unknown> | null;
  /** Shown to project admins only, of repositories that can have one. `{direction, url, username, password, interval, enabled, last_at, error}`: with `pull` it follows the repository at `url` every `interval` seconds and takes no other changes; with `push` that one follows this after each change. `password` is shown as an empty text, and stays as it is where that or none is sent, unless `url` (its path too), `direction` or `username` changes: then it is forgotten. Null: it is no mirror. */
  mirror?: {
    direction?: 'pull' | 'push';
    url?: string;
    username?: string | null;
    password?: string | null;
    interval?: number;
    enabled?: boolean;
  } | null;
  /** Events that hooks of the repository may hear. */
  hook_events: string[];
  /** When its references were last changed, by a push or over the API; null: never. */
  pushed_at: string | null;
  created_at: string;
  updated_at: string;
  /** Deactivated objects only. */
  deleted_at?: string;
  /** Deactivated objects only: the id before the deletion. */
  old_id?: string;
  // Where `list`, `include` or `count` ask for them.
  bookmarks?: string[] | Bookmark[] | null;
  bookmarks_count?: number | null;
  bookmarks_more_results?: boolean;
  branches?: string[] | Branch[] | null;
  branches_count?: number | null;
  branches_more_results?: boolean;
  protected_branches?: string[] | ProtectedBranch[];
  protected_branches_count?: number;
  protected_branches_more_results?: boolean;
  tags?: string[] | Tag[] | null;
  tags_count?: number | null;
  tags_more_results?: boolean;
}

/** A tag of a version control repository: a name for a commit, with or without a message. */
export interface Tag extends Envelope {
  /** Name of the tag, by the rules of its version control system. */
  id: string;
  /** Universally unique; stays when the id changes. */
  uuid: string;
  /** What it leads to, null where that is no commit; on creation a full hash or an unambiguous prefix of at least 7 digits. */
  commit: string | null;
  /** Somebody has written about it. */
  annotated: boolean;
  /** What was written; null where it is not annotated. On creation it makes an annotated tag. */
  message: string | null;
  /** Name of who wrote it. */
  tagger: string | null;
  tagger_email: string | null;
  tagged_at: string | null;
  /** The message is longer than what is answered. */
  truncated?: boolean;
  repository: Reference;
}

/** What stands in a directory of a repository at a commit. */
export interface TreeEntry extends Envelope {
  name: string;
  /** From the root of the repository. */
  path: string;
  type: 'file' | 'directory' | 'symlink' | 'submodule';
  /** Six octal digits. */
  mode: string;
  /** Hash of the object: equal ids, equal contents. */
  id: string;
  /** Bytes of a file, or of the target of a symlink; null of the others. */
  size: number | null;
  /** Where `include=commit` asks for it: the last commit that touched it; null where it was not found in time. */
  commit?: Record<string, unknown> | null;
}

/** A file of an artifact repository. What the service computes (checksums, indexes) is none. */
export interface Artifact extends Envelope {
  /** Path of the file below the address of its repository. */
  id: string;
  /** The last part of the path. */
  name: string;
  /** Group or organisation; null, as the next two, where no version is. */
  group: string | null;
  /** Artifact or module. */
  artifact: string | null;
  /** The version to which the file belongs. */
  version: string | null;
  /** Bytes. */
  size: number;
  /** `md5`, `sha1`, `sha256` and `sha512`, in hex. */
  checksums: Record<string, unknown>;
  /** Where it is downloaded. */
  http_url: string;
  /** Who deployed what it holds now. */
  creator: Reference;
  repository: Reference;
  created_at: string;
  /** When what it holds now was deployed. */
  updated_at: string;
}

export interface BotCreate {
  id: string;
  description?: string | null;
  visibility?: 'private' | 'public' | null;
  company_admin?: boolean | null;
  password?: string | null;
}

export interface BotUpdate {
  description?: string | null;
  visibility?: 'private' | 'public' | null;
  company_admin?: boolean | null;
  password?: string;
  owner?: Named;
}

export interface SshKeyCreateOfBot {
  title: string;
  content: string;
}

export interface SshKeyUpdateOfBot {
  title?: string;
}

export interface CollaboratorCreate {
  id: string;
  email: string;
  first_name?: string | null;
  last_name?: string | null;
  password?: string | null;
  description?: string | null;
  phone?: string | null;
  title?: string | null;
  locale?: string | null;
  registration_email?: string | null;
  source?: string | null;
}

export interface CollaboratorUpdate {
  email?: string;
  first_name?: string | null;
  last_name?: string | null;
  password?: string;
  description?: string | null;
  phone?: string | null;
  title?: string | null;
  locale?: string | null;
  source?: string | null;
}

export interface CompanyUpdate {
  name?: string;
}

export interface GroupMemberCreate {
  id: string;
  role: 'admin' | 'member';
}

export interface GroupMemberUpdate {
  role?: 'admin' | 'member';
}

export interface GroupMemberUpdateSingular {
  role?: 'admin' | 'member';
}

export interface GroupCreate {
  id: string;
  name: string;
  description?: string | null;
  visibility?: 'public' | 'private' | null;
  source?: string | null;
}

export interface GroupUpdate {
  name?: string;
  description?: string | null;
  visibility?: 'public' | 'private' | null;
  source?: string | null;
}

export interface NotificationSettingsUpdate {
  email?: {
    project: string | { id?: string; uuid?: string };
    interval: 'instant' | 'daily' | 'weekly' | 'never';
  }[];
}

export interface PasswordRecoveryCreate {
  email: string;
}

export interface PasswordRecoveryUpdate {
  password?: string;
}

export interface ProjectBotCreate {
  id: string;
  role: 'master' | 'developer' | 'guest';
}

export interface ProjectBotUpdate {
  role?: 'master' | 'developer' | 'guest';
}

export interface ProjectCollaboratorCreate {
  id: string;
  role: 'master' | 'developer' | 'guest';
}

export interface ProjectCollaboratorUpdate {
  role?: 'master' | 'developer' | 'guest';
}

export interface ProjectGroupCreate {
  id: string;
  role: 'admin' | 'manager' | 'master' | 'developer' | 'guest';
}

export interface ProjectGroupUpdate {
  role?: 'admin' | 'manager' | 'master' | 'developer' | 'guest';
}

export interface ProjectCreate {
  id: string;
  name: string;
  visibility?: 'company' | 'members' | null;
  color?: 'blue' | 'green' | 'red' | 'orange' | 'turquoise' | 'purple' | null;
  labels?: string[] | null;
  description?: string | null;
  properties?: Record<string, unknown> | null;
  storage_limit?: number | null;
}

export interface ProjectUpdate {
  id?: string;
  name?: string;
  visibility?: 'company' | 'members' | null;
  color?: 'blue' | 'green' | 'red' | 'orange' | 'turquoise' | 'purple' | null;
  labels?: string[] | null;
  description?: string | null;
  properties?: Record<string, unknown> | null;
  storage_limit?: number | null;
}

export interface ProjectUserCreate {
  id: string;
  role: 'admin' | 'manager' | 'master' | 'developer' | 'guest';
}

export interface ProjectUserUpdate {
  role?: 'admin' | 'manager' | 'master' | 'developer' | 'guest';
}

export interface SessionCreate {
  company: string;
  login: string;
  password: string;
}

export interface SshKeyCreate {
  title: string;
  content: string;
}

export interface SshKeyUpdate {
  title?: string;
}

export interface UserCreate {
  id: string;
  email: string;
  first_name?: string | null;
  last_name?: string | null;
  password?: string | null;
  description?: string | null;
  phone?: string | null;
  title?: string | null;
  locale?: string | null;
  registration_email?: string | null;
  company_admin?: boolean | null;
  source?: string | null;
}

export interface UserUpdate {
  email?: string;
  first_name?: string | null;
  last_name?: string | null;
  password?: string;
  description?: string | null;
  phone?: string | null;
  title?: string | null;
  locale?: string | null;
  company_admin?: boolean | null;
  source?: string | null;
}

export interface BranchCreate {
  id: string;
  commit: string;
  protected?: boolean | null;
}

export interface BranchUpdate {
  protected?: boolean | null;
}

export interface CommitCreate {
  branch: string;
  parent?: string | null;
  message: string;
  modified?:
    | {
        path: string;
        content: string;
        encoding?: 'utf-8' | 'base64' | null;
        mode?: '100644' | '100755' | '120000' | null;
      }[]
    | null;
  deleted?: string[] | null;
  author?: string | null;
  email?: string | null;
}

export interface ProtectedBranchCreate {
  pattern: string;
}

export interface ProtectedBranchUpdate {
  pattern?: string;
}

export interface RepositoryCreate {
  id: string;
  type: 'git' | 'mercurial' | 'subversion' | 'maven' | 'ivy';
  layout?: boolean | null;
  description?: string | null;
  properties?: Record<string, unknown> | null;
  default_identifier?: string | null;
  default_base_branch?: string | null;
  policy?: 'release' | 'snapshot' | 'mixed' | null;
  redeploy?: boolean | null;
  members?: string[] | null;
  storage_limit?: number | null;
  mirror?: {
    direction?: 'pull' | 'push';
    url?: string;
    username?: string | null;
    password?: string | null;
    interval?: number;
    enabled?: boolean;
  } | null;
}

export interface RepositoryUpdate {
  description?: string | null;
  properties?: Record<string, unknown> | null;
  default_identifier?: string | null;
  default_base_branch?: string | null;
  policy?: 'release' | 'snapshot' | 'mixed' | null;
  redeploy?: boolean | null;
  members?: string[] | null;
  storage_limit?: number | null;
  mirror?: {
    direction?: 'pull' | 'push';
    url?: string;
    username?: string | null;
    password?: string | null;
    interval?: number;
    enabled?: boolean;
  } | null;
}

export interface RepositoryFork {
  id: string;
  project: Named;
}

export interface RepositoryImport {
  url: string;
  username?: string | null;
  password?: string | null;
}

export interface TagCreate {
  id: string;
  commit: string;
  message?: string | null;
}
