import type {
  Actor,
  ChangeQuery,
  Commit,
  Cut,
  EngineLink,
  FileChange,
  NamedRef,
  AnswerPart,
  Reading,
  TreeEntry,
} from '@holdfast/vcs-spi';
import type { History } from './reading/history.js';
import type { FoundRefs, RefReader } from './reading/ref-reader.js';

/** A directory in which is read or written, and for whom. */
export interface At {
  directory: string;
  reading: Reading;
}

/** What becomes of a branch: made at a revision of the trunk, or gone. */
export interface BranchChange extends At {
  id: string;
  actor: Actor;
  /** When it was planned. */
  at?: number;
}

type Asks<Name extends keyof History> = Parameters<History[Name]>[0];

/** What the kind asks its engine: plain values both ways, since they cross to another process. */
export interface SubversionOperations {
  /** Refuses as `VcsKind.create` does. */
  create(input: { directory: string; layout: boolean; author: string }): Promise<void>;
  /** Refuses with `too_large`. */
  refs(input: Parameters<RefReader['all']>[0]): Promise<Record<keyof FoundRefs, AnswerPart>>;
  /** The next part of what was answered. */
  nextPart(input: { more: string }): Promise<AnswerPart>;
  ref(input: Parameters<RefReader['one']>[0]): Promise<string | null>;
  commits(input: Asks<'commits'>): Promise<(Commit | null)[]>;
  log(input: Asks<'log'>): Promise<Cut<Commit>>;
  entry(input: Asks<'entry'>): Promise<TreeEntry | null>;
  level(input: Asks<'level'>): Promise<Cut<TreeEntry> | null>;
  files(input: Asks<'files'>): Promise<Cut<TreeEntry>>;
  changes(input: At & { query: ChangeQuery }): Promise<Cut<FileChange>>;
  planBranch(input: BranchChange): Promise<NamedRef>;
  /** Refuses as `Branches` does. */
  createBranch(input: BranchChange & { commit: string }): Promise<NamedRef>;
  deleteBranch(input: BranchChange & { expected?: string }): Promise<NamedRef>;
  /** The full name of the branch that the API made or deleted by this revision; null: the API did not make it. */
  madeRef(input: { directory: string; revision: string }): Promise<string | null>;
  health(input: Record<string, never>): Promise<{ ready: boolean; version?: string; problem?: string }>;
  /** Ends what serves the directory. */
  forget(input: { directory: string }): Promise<void>;
}

const names = [
  ...['create', 'refs', 'nextPart', 'ref', 'commits', 'log', 'entry', 'level', 'files', 'changes'],
  ...['planBranch', 'createBranch', 'deleteBranch', 'madeRef', 'health', 'forget'],
] as (keyof SubversionOperations)[];

export const isOperation = (name: string): name is keyof SubversionOperations =>
  names.some((each) => each === name);

/** The operations at the other end of a link. */
export const operationsOver = (link: EngineLink): SubversionOperations => {
  const over = (name: string) => (input: unknown) => link.call(name, input);
  return Object.fromEntries(names.map((name) => [name, over(name)])) as unknown as SubversionOperations;
};
