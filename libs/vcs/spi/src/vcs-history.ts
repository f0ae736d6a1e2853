import type { CommitSignature } from './vcs-signature.js';

/** Who writes. Kinds in which each write is recorded in the history put it there. */
export interface Actor {
  name: string;
  email: string;
  /** Of the account, for kinds whose histories know accounts only. */
  id?: string;
}

/** Somebody in a history, and when (seconds since 1970, as the history says it). */
export interface Signature {
  readonly name: string;
  readonly email: string;
  readonly at: number;
}

/** A commit as it stands in the history. Texts that are no text of any known encoding have U+FFFD in places. */
export interface Commit {
  readonly id: string;
  readonly parents: readonly string[];
  readonly author: Signature;
  readonly committer: Signature;
  /** The whole message, without the line end after it. */
  readonly message: string;
  /** The message is longer than what is told of it. */
  readonly cut?: true;
  readonly signature?: CommitSignature;
}

/** For whom something is read or written, by whom that takes turns (uuids), and until when (ms since 1970). */
export interface Reading {
  readonly owner: { readonly company: string; readonly account: string };
  readonly deadline: number;
}

/** Which commits are asked for. */
export interface LogQuery {
  /** The full id of the commit whose history it is. */
  readonly from: string;
  /** Full ids: what they reach is left out. */
  readonly without?: readonly string[];
  /** A full id: only commits that descend from it. */
  readonly descendingFrom?: string;
  /** Commits that touched it: a file, or anything in a directory. */
  readonly path?: string;
  /** Part of `name <email>` of the author, and of the message; the case does not matter. */
  readonly author?: string;
  readonly text?: string;
  /** Exclusive, by the time of the committer (seconds since 1970). */
  readonly before?: number;
  readonly after?: number;
  readonly oldestFirst: boolean;
  readonly offset: number;
  readonly limit: number;
}

/**
 * A part of a list; `more`: there is more behind it, also where its objects are large or the time was over. Then it has
 * one at least, from which to go on.
 */
export interface Cut<T> {
  readonly results: T[];
  readonly more: boolean;
}

/** All that is read refuses with `unavailable` where no turn comes, with `too_large` what will never be readable. */
export interface Log {
  /** What was told of a commit or an entry by its full id is so for ever, though that may be gone one day. */
  readonly lasting?: true;
  /**
   * The full id of the commit that a revision names: a full id, a branch, a tag, or an unambiguous prefix of an id, in
   * this order. Undefined for everything else: expressions are not understood.
   */
  find(revision: string, reading: Reading): Promise<string | undefined>;
  /** Commits by their full ids, in the order of these; undefined for what is no commit. */
  commits(ids: readonly string[], reading: Reading): Promise<(Commit | undefined)[]>;
  page(query: LogQuery, reading: Reading): Promise<Cut<Commit>>;
  /** The full id of the best commit that both of these (full ids) come from; undefined: they have none in common. */
  mergeBase(one: string, other: string, reading: Reading): Promise<string | undefined>;
}

/** What somebody wrote about a tag. */
export interface Annotation {
  readonly message: string;
  /** Absent in very old ones. */
  readonly tagger?: Signature;
  readonly cut?: true;
}

/** What a tag leads to. */
export interface TagTarget {
  /** Absent where it is no commit. */
  readonly commit?: string;
  readonly annotation?: Annotation;
}

/** What stands in a directory. Names that are no UTF-8 have U+FFFD in places. */
export interface TreeEntry {
  readonly name: string;
  /** From the root of the repository, without a slash before or behind it. */
  readonly path: string;
  readonly type: 'file' | 'directory' | 'symlink' | 'submodule';
  /** Six octal digits, where the kind has them. */
  readonly mode: string;
  /** Of the object; what has the same id has the same contents. */
  readonly id: string;
  /** Bytes of a file, or of the target of a symlink; absent of others. */
  readonly size?: number;
  /** The last one that touched it, where that was asked for and found in time. */
  readonly commit?: Commit;
}

/** Which entries are asked for, in the order of the kind. */
export interface TreeQuery {
  /** The full id of a commit. */
  readonly commit: string;
  /** Part of the path; the case does not matter. */
  readonly text?: string;
  readonly backwards: boolean;
  readonly offset: number;
  readonly limit: number;
}

/** The same of one directory. */
export interface LevelQuery extends TreeQuery {
  readonly path: string;
  /** With the commits that touched the entries last. */
  readonly withCommits?: boolean;
}

/** The files of a repository at its commits. `path`: '' is the root; a name with U+FFFD is the one that shows so. */
export interface Tree {
  /** Undefined where there is nothing; of submodules only themselves are there. The root has no name. */
  entry(commit: string, path: string, reading: Reading): Promise<TreeEntry | undefined>;
  /** What stands in a directory; undefined where the path is none. */
  level(query: LevelQuery, reading: Reading): Promise<Cut<TreeEntry> | undefined>;
  /** All that is no directory, below the root. */
  files(query: TreeQuery, reading: Reading): Promise<Cut<TreeEntry>>;
  /** All bytes of a file by its id, undefined where it has more than `most`. Absent: a transfer costs no more. */
  small?(id: string, most: number, reading: Reading): Promise<Buffer | undefined>;
}

/** What became of one file between two commits. */
export interface FileChange {
  readonly path: string;
  /** Of what was renamed or copied. */
  readonly oldPath?: string;
  readonly status: 'added' | 'modified' | 'deleted' | 'renamed' | 'copied' | 'type_changed';
  /** Six octal digits; zeros where there is no file. */
  readonly mode: string;
  readonly oldMode: string;
  /** It has no lines that could be told. */
  readonly binary: boolean;
  readonly additions: number;
  readonly deletions: number;
  /** Unified, from the first hunk on. */
  readonly diff: string;
  /** More changed than is told or counted. */
  readonly cut?: true;
}

/** Which changes are asked for, in the order of their paths. */
export interface ChangeQuery {
  /** Full ids of commits. Without a base everything is new. */
  readonly base?: string;
  readonly head: string;
  readonly backwards: boolean;
  readonly offset: number;
  readonly limit: number;
}

/** What differs between the commits of a repository. */
export interface Diff {
  /** Refuses with `unavailable` where it takes too long, and with `too_large` where more differs than can be told. */
  changes(query: ChangeQuery, reading: Reading): Promise<Cut<FileChange>>;
}

/** Lines of a file, one after another, that came in one after another with the same commit. */
export interface BlamedLines {
  /** The first of them, from 1, and how many they are. */
  readonly line: number;
  readonly count: number;
  /** Where they came from; absent where there was no time to find out. */
  readonly origin?: {
    /** Full id. */
    readonly commit: string;
    readonly author: Signature;
    /** Where they stood then: the file may have had another name. */
    readonly path: string;
    readonly line: number;
  };
}

/** Which lines are asked about, in their order. */
export interface BlameQuery {
  /** The full id of a commit. */
  readonly commit: string;
  readonly path: string;
  /** The first and the last line, from 1; default all. What is beyond the end of the file is not there. */
  readonly first?: number;
  readonly last?: number;
  readonly backwards: boolean;
  readonly offset: number;
  readonly limit: number;
}

/** Which commits the lines of files came with. */
export interface Blame {
  /**
   * Undefined where there is no file. Refuses with `unavailable` where no turn comes in time, and with `too_large`
   * where the file is.
   */
  lines(query: BlameQuery, reading: Reading): Promise<Cut<BlamedLines> | undefined>;
}

/** What was found in the files of a commit. */
export interface FoundText {
  readonly path: string;
  /** From 1. Where it is absent, the path itself was found. */
  readonly line?: number;
  /** Of the line. */
  readonly text?: string;
  /** The line has more than is told. */
  readonly cut?: true;
}

/** What is looked for; the case does not matter. */
export interface SearchQuery {
  /** The full id of a commit. */
  readonly commit: string;
  /** Not empty. */
  readonly text: string;
  /** In the lines of files that are text, and in paths. */
  readonly contents: boolean;
  readonly paths: boolean;
  readonly backwards: boolean;
  readonly offset: number;
  readonly limit: number;
}

/** Looks through all files of a commit. */
export interface Search {
  /** Paths, then lines of contents, both in the order of the paths. */
  matches(query: SearchQuery, reading: Reading): Promise<Cut<FoundText>>;
}
