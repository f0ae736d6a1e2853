import type { NamedRef } from './ref-snapshot.js';
import type { Actor, Commit, Reading } from './vcs-history.js';

/** A text that lies in a file: from there on, so many bytes of its UTF-8. */
export interface StagedText {
  readonly at: number;
  readonly length: number;
}

/** A file as a commit is to have it. */
export interface FileWrite {
  /** From the root of the repository. */
  readonly path: string;
  /** Its text; or its bytes, written as one. */
  readonly content: string | StagedText;
  readonly encoding: 'utf-8' | 'base64';
  /** Six octal digits, where the kind has them; of a symlink `content` is the target. Absent: as it was before. */
  readonly mode?: string;
}

/** What becomes of the files of a repository by a commit. What is deleted goes before anything is written. */
export interface FileEdits {
  readonly modified: readonly FileWrite[];
  readonly deleted: readonly string[];
  /** Absolute path of the file in which staged texts lie, until the commit is prepared. Absent: there are none. */
  readonly staged?: string;
}

/** What is wrong with edits. */
export interface EditProblems {
  /**
   * `maximum`: of what there is too much there may be so much, in the paths of both lists together, or in the
   * directories that change (bytes).
   */
  modified?: { invalid?: true; maximum?: number };
  /** `not_found`: there is no such file. */
  deleted?: { invalid?: true; not_found?: true; maximum?: number };
}

/** A commit that is to be made. */
export interface CommitDraft extends FileEdits {
  /** The full id of the commit that it comes after; absent: it is the first. */
  readonly parent?: string;
  readonly message: string;
  readonly author: Actor;
  readonly committer: Actor;
  /**
   * With the word the gate is asked to sign it, once. `account`: for whom, as it is to stand in the commit (a line of
   * ASCII). Absent: it is not signed.
   */
  readonly signing?: { readonly word: string; readonly account: string };
}

/** A commit that lies beside the repository with all that is new in it: nobody sees it before it is published. */
export interface PreparedCommit {
  readonly id: string;
  /** As `Log.commits` will read it. */
  readonly commit: Commit;
  /** What it takes on the disk (bytes). */
  readonly bytes: number;
  /**
   * Makes it part of the repository and the tip of a branch that is at `expected`, or (undefined) that is made by it.
   * To be called once, and soon. Refuses with `moved`, or as the creation of a branch does.
   */
  publish(branch: { id: string; expected: string | undefined }): Promise<NamedRef>;
  /** To be called at the end, whatever came of it: what was not published goes. Never fails. */
  discard(): Promise<void>;
}

/** Commits that are made here, of a kind whose programs do not make them only at their clients. */
export interface Commits {
  /** What is wrong with the paths, whatever is in the repository. Others have the event loop meanwhile. */
  pathProblems(edits: FileEdits): Promise<EditProblems>;
  /**
   * Writes a commit beside the repository, or tells what is wrong with its edits. Refuses with `not_a_commit`, and with
   * `unavailable` where no turn comes in time.
   */
  prepare(draft: CommitDraft, reading: Reading): Promise<PreparedCommit | { problems: EditProblems }>;
}
