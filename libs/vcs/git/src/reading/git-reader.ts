import type {
  BlamedLines,
  BlameQuery,
  ChangeQuery,
  Commit,
  Cut,
  FileChange,
  LevelQuery,
  LogQuery,
  Reading,
  FoundText,
  Resolution,
  SearchQuery,
  TagTarget,
  TreeEntry,
  TreeQuery,
} from '@holdfast/vcs-spi';

/** Which repository is read: its absolute path. */
interface In {
  directory: string;
}

/**
 * What is read of the objects of a repository. Values are plain, since they cross to another process. All refuse with
 * `unavailable` where no turn comes in time.
 */
export interface GitReader {
  /** `revision`: a full id or a prefix of at least seven digits. */
  resolve(input: In & { revision: string; reading: Reading }): Promise<Resolution>;
  /** Seconds since 1970; null for what is not a commit. */
  commitTimes(input: In & { ids: readonly string[]; reading: Reading }): Promise<(number | null)[]>;
  /** In the order of the ids, up to where all of them together are too large; null for what is no commit. */
  commits(input: In & { ids: readonly string[]; reading: Reading }): Promise<(Commit | null)[]>;
  log(input: In & { query: LogQuery; reading: Reading }): Promise<Cut<Commit>>;
  /** Null: they have none in common. */
  mergeBase(input: In & { one: string; other: string; reading: Reading }): Promise<string | null>;
  /** Null, or refuses with `not_a_commit` what cannot be served. `known`: commits that can. */
  servable(input: In & { commit: string; known: readonly string[]; reading: Reading }): Promise<null>;
  /** By the ids that tags point at, in their order. */
  tagTargets(input: In & { ids: readonly string[]; reading: Reading }): Promise<TagTarget[]>;
  /** All bytes of a file (its full id), as base64; null where it has more than `most`, or is none. */
  small(input: In & { id: string; most: number; reading: Reading }): Promise<string | null>;
  /** What lies at a path; null: nothing. */
  entry(input: In & { commit: string; path: string; reading: Reading }): Promise<TreeEntry | null>;
  /** Null where the path is no directory. */
  level(input: In & { query: LevelQuery; reading: Reading }): Promise<Cut<TreeEntry> | null>;
  /** Refuses with `too_large` where there is no memory for all that differs. */
  changes(input: In & { query: ChangeQuery; reading: Reading }): Promise<Cut<FileChange>>;
  files(input: In & { query: TreeQuery; reading: Reading }): Promise<Cut<TreeEntry>>;
  search(input: In & { query: SearchQuery; reading: Reading }): Promise<Cut<FoundText>>;
  /** Null where there is no file; refuses with `too_large`. */
  blame(input: In & { query: BlameQuery; reading: Reading }): Promise<Cut<BlamedLines> | null>;
}

/** What a method of it takes. */
export type Asked<Name extends keyof GitReader> = Parameters<GitReader[Name]>[0];
