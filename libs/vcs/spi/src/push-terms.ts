import type { MistakenFor } from './mistaken-refs.rules.js';
import type { RefSnapshot } from './ref-snapshot.js';

/** One ref that a push changes. `old`: where the client believes it to be. That is checked when the ref is locked. */
export interface RefUpdate {
  /** The full name, such as `refs/heads/main`. */
  ref: string;
  /** `reserved`: clients may not write in this name space. `malformed`: not a valid name. */
  sort: 'branch' | 'tag' | 'bookmark' | 'other' | 'reserved' | 'malformed';
  /** Its name for people: that of the branch, tag or bookmark, else the full name. */
  name: string;
  /** Absent: the ref is new. */
  old?: string;
  /** Absent: the ref is deleted. */
  new?: string;
}

export interface RefRefusal {
  ref: string;
  name: string;
  rule: PushRule;
  /** One line, which does not contain the name. */
  reason: string;
}

/** The reasons of the product's own rules, for all kinds. */
export const ownWords = {
  write_missing: 'you may read this repository, but not push to it',
  reserved: 'this name space is not writable',
  malformed: 'this is not a valid name of a reference',
  head_deletion: 'the default branch cannot be deleted',
  protected_deletion: 'protected branch: it cannot be deleted',
  protected_push: 'protected branch: only a project admin may push to it',
  protected_force: 'protected branch: it cannot be force-pushed',
  refs_full: 'the references of this repository, with their names, take all the room that they may',
  tag_move: 'existing tag: only masters and admins may move it',
  tag_deletion: 'existing tag: only masters and admins may delete it',
  tag_mistaken: 'clients take it for an existing tag: only masters and admins may make it',
  id_mistaken: 'clients take it for the id of a commit: only a project admin may make it',
  branch_mistaken: 'clients take it for a protected branch: only a project admin may make it',
};

/** What the programs of a kind would refuse a moment later by themselves. The kind has the words for it. */
export type KindRule =
  | 'twice'
  | 'collision'
  | 'exists'
  | 'moved'
  | 'no_object'
  | 'no_room'
  | 'too_large'
  | 'no_commit'
  | 'deep_tag';

export type PushRule = keyof typeof ownWords | KindRule;

/** What a kind says about pushes to its repositories. */
export interface PushTraits {
  /** Names are like paths: `a` and `a/b` cannot exist together. */
  readonly namesAreDirectories: boolean;
  /** Absent: clients take no name for another. */
  readonly mistakenFor?: MistakenFor | undefined;
  /** Whether all refs of such a push change together or none does. Absent: they never do. */
  readonly changesTogether?: ((updates: readonly RefUpdate[]) => boolean) | undefined;
  /** The reason for each rule: one line, without the name of the ref. */
  readonly pushWords: Readonly<Record<KindRule, string>>;
}

export interface Abilities {
  /** He may push. */
  write: boolean;
  /** He may push to protected branches. */
  protectedPush: boolean;
  /** He may move and delete tags that exist. */
  moveTags: boolean;
}

export interface PushCircumstances {
  kind: PushTraits;
  abilities: Abilities;
  /** The name of the default branch, if there is one. */
  head?: string;
  isProtected: (branch: string) => boolean;
  /** The pattern by which a branch is protected, if it is by one: whoever is refused is told. */
  patternOf?: (branch: string) => string | undefined;
  /** Whether the update of this ref loses commits. It is asked only about protected branches. */
  isForced: (ref: string) => boolean;
  /**
   * The branches and tags as they are now, and the commits that are meant by new names. An update that would fail under
   * its lock is refused before anything is written, and so is the whole push. What changes after this moment is left to
   * the kind's own programs.
   */
  present?: Partial<Record<RefUpdate['sort'], Pick<RefSnapshot, 'get' | 'collision'>>> & {
    commit?: Pick<RefSnapshot, 'get'>;
  };
  /** By how much its refs may grow (`growthBy`). Absent: by any number. */
  room?: number;
  /** All of them change together or none does: what is deleted makes no room for others. */
  together?: boolean;
}
