import type { PushTraits } from './push.rules.js';
import type { NamedRef, RefSnapshot } from './ref-snapshot.js';

/** Who writes, as it is to appear in a history that records it (mercurial, subversion). */
export interface Actor {
  name: string;
  email: string;
}

/** What every write carries; `message` is for kinds in which the write is itself a commit. */
export interface Write {
  actor: Actor;
  message?: string;
}

export interface Branches {
  snapshot(): Promise<RefSnapshot>;
  /** The full name of the ref that a branch of this name is, as updates of pushes have it. */
  refOf(id: string): string;
  /**
   * Makes the branch at a full commit id and answers it as it is; a kind that creates a branch by a commit
   * answers that commit. Refuses with `name_in_use`, `name_collides`, `name_invalid` or `not_a_commit`.
   */
  create(branch: Write & NamedRef): Promise<NamedRef>;
  /** Answers the branch as it was. Refuses with `not_found`, or with `moved` when it is not at `expected`. */
  delete(branch: Write & { id: string; expected?: string }): Promise<NamedRef>;
}

export interface Tags {
  snapshot(): Promise<RefSnapshot>;
}

/** A commit looked up by what a caller typed. */
export type Resolution = { outcome: 'found'; id: string } | { outcome: 'absent' } | { outcome: 'ambiguous' };

/** A write to the directory that does not pass through this object: a push that a transfer carries. */
export interface ForeignWrite {
  /** The writer is gone and everything that it wrote is on disk. */
  end(): void;
  /** Nobody knows whether the writer is gone: nothing that is read in the next seconds is remembered. */
  lost(): void;
}

/** One repository on the disk of this node. A capability is the presence of an optional interface. */
export interface VcsRepository {
  readonly branches?: Branches;
  readonly tags?: Tags;
  /** The name of the default branch, whether or not it exists; undefined where the kind has none. */
  head(): Promise<string | undefined>;
  /** Refuses with `name_invalid`. The branch need not exist. */
  setHead(name: string): Promise<void>;
  /** What these refs (full names) point at on the disk now, in their order; undefined for those that are not there. */
  tips(refs: readonly string[]): Promise<readonly (string | undefined)[]>;
  /** `revision` is a full id or a prefix of at least seven digits; names are not looked up. */
  resolve(revision: string): Promise<Resolution>;
  /** Commit times in seconds since 1970, in the order of the full ids; undefined for what is not a commit. */
  commitTimes(ids: readonly string[]): Promise<(number | undefined)[]>;
  /** Declares a write that goes past this object. Until its end every read is made on the disk. */
  foreignWrite(): ForeignWrite;
  /** Forgets what is kept in memory and in processes for the directory, before it is moved or removed. */
  close(): Promise<void>;
}

/** What holds for all repositories of a kind. */
export interface VcsTraits {
  /** The word in addresses and in the `type` attribute. Nobody compares it. */
  readonly id: string;
  /** The default branch of an empty repository. */
  readonly defaultReference: string;
  /** Whether branches can be protected. */
  readonly protectsBranches: boolean;
}

/** Why a kind cannot take a name; `maximum`: the most bytes of one of its components. */
export type NameProblem = { readonly invalid: true } | { readonly maximum: number };

/** What the main process of a storage node knows of a kind. Cheap: the work is done behind its link. */
export interface VcsKind extends VcsTraits, PushTraits {
  /**
   * Makes an empty repository that can be used at once. It appears whole or not at all: it is made beside
   * `directory` and renamed. Parent directories are made. Refuses with `directory_in_use`.
   */
  create(directory: string, options?: { defaultReference?: string }): Promise<void>;
  /** Pure and cheap; whether a repository lies there shows at its first use. */
  open(directory: string): VcsRepository;
  /** Why the kind cannot take the name of a branch: its form, or its length. */
  branchNameProblem(name: string): NameProblem | undefined;
  health(): Promise<{ ready: boolean; version?: string; problem?: string }>;
}
