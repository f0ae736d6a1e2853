import type { PushTraits, RefUpdate } from './push-terms.js';
import type { NamedRef, RefSnapshot } from './ref-snapshot.js';
import type { Care } from './vcs-care.js';
import type { Commits } from './vcs-commits.js';
import type { Remotes } from './vcs-remotes.js';
import type { Actor, Blame, Diff, Log, Reading, Search, TagTarget, Tree } from './vcs-history.js';

/** What every write has. `at`: when (seconds since 1970), where it was planned. */
export interface AuthoredWrite {
  actor: Actor;
  at?: number;
}

export interface Branches {
  /**
   * Of very many it is read in turns, which `reading` counts for its owner. Where none comes in time it throws the
   * DomainError `unavailable`, and `invalid` (`repository`) where there are too many to be told.
   */
  snapshot(reading?: Reading): Promise<RefSnapshot>;
  /**
   * The commit of one branch; undefined: there is none of this name. Of very many it holds none in memory. Without
   * `reading` it takes turns with all others who do not say who they are, of this repository or of all.
   */
  find(id: string, reading?: Reading): Promise<string | undefined>;
  /** One that is never deleted. */
  readonly lasting?: string;
  /** The full name of the ref of a branch, as `RefUpdate.ref` has it. */
  refOf(id: string): string;
  /**
   * Makes a branch at a full commit id, and answers it as it is then: in a kind that makes a branch by a commit, it is
   * at that new commit. Refuses with `name_in_use`, `name_collides`, `name_invalid`, `not_a_commit` or `names_change`,
   * and with `unavailable` where no turn comes in time.
   */
  create(branch: AuthoredWrite & NamedRef, reading: Reading): Promise<NamedRef>;
  /**
   * Looks at what takes long and stays as it is, and refuses as `create`: who creates checks before he waits for turns,
   * and before he looks at rights and rules for the last time. Absent: nothing takes long.
   */
  check?(branch: NamedRef, reading: Reading): Promise<void>;
  /**
   * Where a creation at this time (`at`) will lead to: `create` makes exactly this one, or refuses as it does. Absent:
   * it leads to the commit that was asked for.
   */
  plan?(branch: Required<AuthoredWrite> & NamedRef, reading: Reading): Promise<NamedRef>;
  /**
   * Deletes a branch, and answers it as it was. Refuses with `not_found`, with `moved` if it is not at `expected`, with
   * `names_change`, and with `unavailable` as `create`.
   */
  delete(branch: AuthoredWrite & { id: string; expected?: string }, reading: Reading): Promise<NamedRef>;
}

/** In the snapshot `commit` is what a tag points at: a commit, or an annotation that leads to one. */
export interface Tags {
  /** As of branches. */
  snapshot(reading?: Reading): Promise<RefSnapshot>;
  /** What one tag points at; otherwise as of branches. */
  find(id: string, reading?: Reading): Promise<string | undefined>;
  /** The full name of the ref that a tag of this name is. */
  refOf(id: string): string;
  /**
   * What tags lead to, by what they point at, in the order of that. Refuses with `unavailable` where no turn comes in
   * time.
   */
  targets(ids: readonly string[], reading: Reading): Promise<TagTarget[]>;
  /** Absent: tags come by pushes only. */
  readonly making?: TagMaking;
}

/** Tags that are made and deleted here. */
export interface TagMaking {
  /**
   * Writes what a tag with this message is to point at, and answers its id. Refuses with `not_a_commit`, or as
   * `targets`.
   */
  annotate(tag: AuthoredWrite & NamedRef & { message: string }, reading: Reading): Promise<string>;
  /** As of branches, for a tag that points at a commit: what is annotated has been looked at. */
  check?(tag: NamedRef, reading: Reading): Promise<void>;
  /** As of branches; `commit` is what the tag is to point at. */
  create(tag: AuthoredWrite & NamedRef, reading: Reading): Promise<NamedRef>;
  delete(tag: AuthoredWrite & { id: string; expected?: string }, reading: Reading): Promise<NamedRef>;
}

/** Names that clients move as they like. */
export interface Bookmarks {
  /** As of branches. */
  snapshot(reading?: Reading): Promise<RefSnapshot>;
  /** As of branches. */
  find(id: string, reading?: Reading): Promise<string | undefined>;
}

/** A commit looked up by what a caller typed. */
export type Resolution = { outcome: 'found'; id: string } | { outcome: 'absent' } | { outcome: 'ambiguous' };

/** A write to the directory by somebody else than this object: the push of a transfer. */
export interface ForeignWrite {
  /** The writer has ended, and all that it wrote is on disk. */
  end(): void;
  /** Nobody knows whether the writer has ended. What is read in the next seconds is not kept in memory. */
  lost(): void;
}

/** One repository on the disk of this node. A kind that lacks an ability leaves out its optional property. */
export interface VcsRepository {
  /** Ids of commits are hashes of what these hold: of one id there is one time, in all repositories and for ever. */
  readonly contentAddressed?: true;
  readonly branches?: Branches;
  readonly tags?: Tags;
  readonly bookmarks?: Bookmarks;
  readonly log?: Log;
  readonly tree?: Tree;
  readonly diff?: Diff;
  readonly blame?: Blame;
  readonly search?: Search;
  readonly commits?: Commits;
  readonly remotes?: Remotes;
  readonly care?: Care;
  /**
   * What the refs take that are neither branches nor tags nor bookmarks, and that clients have named (bytes, as
   * `RefSnapshot.weight`). Absent: there are none. Otherwise as `snapshot` of branches.
   */
  otherRefs?(reading: Reading): Promise<number>;
  /**
   * The name of the default branch, whether or not it exists; undefined where the kind has none. A kind with `newest`
   * has its `defaultReference` here, which is no branch, until it is set to one.
   */
  head(): Promise<string | undefined>;
  /** The newest commit of all, where one follows another whatever branch it is on; undefined: there is none. */
  newest?(): Promise<string | undefined>;
  /**
   * Whether there is any commit, of a kind in which commits may be under no name, as below closed branches. Absent:
   * what has no names and no newest commit is empty.
   */
  hasCommits?(reading: Reading): Promise<boolean>;
  /** Sets the default branch, which need not exist. Refuses with `name_invalid`. */
  setHead(name: string): Promise<void>;
  /**
   * The commits of these refs (full names) now, in the same order. Undefined: no such ref. Otherwise as `find` of
   * branches.
   */
  tips(refs: readonly string[], reading?: Reading): Promise<readonly (string | undefined)[]>;
  /**
   * Which of these changes have happened, in the same order, of a kind in which a ref may have been moved on meanwhile
   * by a change of another ref. Absent: those of which the ref is at `new`. Otherwise as `tips`.
   */
  happened?(
    changes: readonly Pick<RefUpdate, 'ref' | 'new'>[],
    reading?: Reading,
  ): Promise<readonly boolean[]>;
  /**
   * Looks a commit up. `revision`: a full id, or a prefix of at least seven digits. Names are not looked up. Refuses
   * with `unavailable` where no turn comes in time.
   */
  resolve(revision: string, reading: Reading): Promise<Resolution>;
  /**
   * The times of commits (full ids) in seconds since 1970, in the same order. Undefined: not a commit. Refuses as
   * `resolve`.
   */
  commitTimes(ids: readonly string[], reading: Reading): Promise<(number | undefined)[]>;
  /** Announces a write by somebody else. Until it has ended, every read goes to the disk. */
  foreignWrite(): ForeignWrite;
  /** Forgets the directory, in memory and in processes. To be called before it is moved or removed. */
  close(): Promise<void>;
}

/** What holds for all repositories of a kind. */
export interface VcsTraits {
  /** Its word in addresses and in the attribute `type`. No code compares it. */
  readonly id: string;
  /** The default branch of an empty repository. */
  readonly defaultReference: string;
  /** Whether branches can be protected, by flags and by patterns of their names, whose parts slashes separate. */
  readonly protectsBranches: boolean;
  /** Branches and tags are directories, and a repository can be made with those in which they lie. */
  readonly laysOut?: true;
  /** Its repositories can be filled from others elsewhere and follow them; `both`: and be followed by them. */
  readonly hasRemotes?: 'from' | 'both';
}

/** How a repository is to be made. */
export interface NewRepositoryOptions {
  defaultReference?: string;
  /** With the usual directories, of a kind that `laysOut`. */
  layout?: boolean;
  /** Who makes it. */
  author?: string;
}

/** Why a name is not possible. `maximum`: it, or a part of it between slashes, is longer than so many bytes. */
export type NameProblem = { readonly invalid: true } | { readonly maximum: number };

/** The half of a kind that runs in the repository service. It is cheap: the engine does the work. */
export interface VcsKind extends VcsTraits, PushTraits {
  /**
   * Makes an empty repository that can be used at once, and the directories above it. It appears whole or not at all:
   * make it beside `directory`, under a name that begins with its own between full stops (`.<name>.`), by which what
   * was cut off is removed; then rename it. Refuses with `directory_in_use`.
   */
  create(directory: string, options?: NewRepositoryOptions): Promise<void>;
  /**
   * Makes a repository with the branches, the tags and the default branch of the one in `source`, as `create` does.
   * `source` may be written to and tidied up meanwhile. It takes no more time or room than it must, and shares nothing
   * with its source afterwards: neither sees what the other gets, and each outlives the other. Refuses with
   * `directory_in_use`, `not_found`, `no_room`, `contended`, and with `unavailable` where it is not done in time.
   * Absent: the kind has nothing like that.
   */
  fork?(source: string, directory: string, reading: Reading): Promise<void>;
  /** Does not look at the disk: only the first use shows whether a repository lies there. */
  open(directory: string): VcsRepository;
  /** Why a branch cannot have this name: its form or its length. Undefined: it can. */
  branchNameProblem(name: string): NameProblem | undefined;
  /** The same of a tag. */
  tagNameProblem(name: string): NameProblem | undefined;
  /**
   * Whether the kind can be used here. `problem`: why not; or, if it can, what the operator should know. Rejects with
   * `unavailable` where its engine is away: nobody knows then.
   */
  health(): Promise<{ ready: boolean; version?: string; problem?: string }>;
}
