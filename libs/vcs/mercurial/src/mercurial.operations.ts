import type {
  Actor,
  BlamedLines,
  BlameQuery,
  ChangeQuery,
  Commit,
  Cut,
  EngineLink,
  FileChange,
  FoundText,
  LevelQuery,
  LogQuery,
  AnswerPart,
  Reading,
  Resolution,
  SearchQuery,
  TreeEntry,
  TreeQuery,
} from '@holdfast/vcs-spi';

/**
 * The names of one sort (`refsIn`), and a word that is another one after each write; without them where they are those
 * of `token`.
 */
export interface NamesAnswer {
  token: string;
  names?: AnswerPart;
}

/** The names that a history can have. */
export type NameSort = 'branch' | 'tag' | 'bookmark';

/** A change of a branch by commits of ours. */
interface BranchWrite {
  directory: string;
  reading: Reading;
  branch: string;
  by: Actor;
  /** Seconds since 1970. */
  at: number;
}

type In<More> = { directory: string; reading: Reading } & More;
type Found<T> = Promise<T | null>;

/** What the kind asks its engine: plain values both ways. All refuse with `unavailable` where no turn comes in time. */
export interface MercurialOperations {
  version(input: Record<string, never>): Promise<string>;
  /** Makes an empty repository where nothing is. */
  create(input: { directory: string }): Promise<void>;
  forget(input: { directory: string }): Promise<void>;
  names(input: In<{ sort: NameSort; token?: string }>): Promise<NamesAnswer>;
  /** The next part of what was answered. */
  nextPart(input: { more: string }): Promise<AnswerPart>;
  hasCommits(input: In<unknown>): Promise<boolean>;
  tips(input: In<{ refs: readonly string[] }>): Promise<(string | null)[]>;
  resolve(input: In<{ revision: string }>): Promise<Resolution>;
  find(input: In<{ revision: string }>): Found<string>;
  times(input: In<{ ids: readonly string[] }>): Promise<(number | null)[]>;
  commits(input: In<{ ids: readonly string[] }>): Promise<(Commit | null)[]>;
  log(input: In<{ query: LogQuery }>): Promise<Cut<Commit>>;
  mergeBase(input: In<{ one: string; other: string }>): Found<string>;
  entry(input: In<{ commit: string; path: string }>): Found<TreeEntry>;
  level(input: In<{ query: LevelQuery }>): Found<Cut<TreeEntry>>;
  files(input: In<{ query: TreeQuery }>): Promise<Cut<TreeEntry>>;
  fileHead(input: In<{ commit: string; path: string }>): Found<{ size: number }>;
  changes(input: In<{ query: ChangeQuery }>): Promise<Cut<FileChange>>;
  blame(input: In<{ query: BlameQuery }>): Found<Cut<BlamedLines>>;
  search(input: In<{ query: SearchQuery }>): Promise<Cut<FoundText>>;
  /** Answers the id of the commit that makes the branch; `dry`: without making it. */
  makeBranch(input: BranchWrite & { commit: string; dry: boolean }): Promise<string>;
  /** Answers where the branch was. */
  closeBranch(input: BranchWrite & { expected?: string }): Promise<string>;
}

const readings = [
  'names',
  'hasCommits',
  'tips',
  'resolve',
  'find',
  'times',
  'commits',
  'log',
  'mergeBase',
  'entry',
  'level',
  'files',
  'fileHead',
  'changes',
  'blame',
  'search',
] as const satisfies readonly (keyof MercurialOperations)[];

const writings = ['makeBranch', 'closeBranch'] as const satisfies readonly (keyof MercurialOperations)[];

const others = [
  'version',
  'create',
  'forget',
  'nextPart',
] as const satisfies readonly (keyof MercurialOperations)[];

const isOneOf =
  <Name extends string>(names: readonly Name[]) =>
  (name: string): name is Name =>
    names.some((each) => each === name);

export const isReading = isOneOf(readings);
export const isWriting = isOneOf(writings);
export const isOther = isOneOf(others);

/** The operations at the other end of a link. */
export const operationsOver = (link: EngineLink): MercurialOperations => {
  const over = (name: string) => (input: unknown) => link.call(name, input);
  return Object.fromEntries(
    [...readings, ...writings, ...others].map((name) => [name, over(name)]),
  ) as unknown as MercurialOperations;
};
