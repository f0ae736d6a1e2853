import type { EditProblems, EngineLink, Reading } from '@holdfast/vcs-spi';
import type { Forking } from './forking/forks.js';
import type { RepositoryTemplate } from './making/new-repository.js';
import type { GitReader } from './reading/git-reader.js';
import type { RefCommand, RefUpdates } from './refs/ref-command.js';
import type { Preparation, Prepared } from './writing/prepared-commits.js';

/** A prepared commit that is to become known by `change`. */
export interface Publication {
  directory: string;
  name: string;
  change: RefCommand;
  reading: Reading;
}

/** What the engine itself does for the kind. */
export interface GitWriter extends RefUpdates {
  template(input: Record<string, never>): Promise<RepositoryTemplate>;
  /** Refuses as `VcsKind.fork` does. */
  fork(input: Forking): Promise<void>;
  /** `text`: the whole object. Answers its id. Refuses with `not_a_commit` what git does not take. */
  writeTag(input: { directory: string; text: string }): Promise<string>;
  /** Refuses with `not_a_commit`. */
  prepareCommit(input: Preparation): Promise<Prepared | { problems: EditProblems }>;
  /** `change`: what makes the commit known; what it leads to lies in the repository by then. */
  publishCommit(input: Publication): Promise<void>;
  /** Answers when nothing is left of it but what was published. */
  discardCommit(input: { name: string }): Promise<void>;
  /** `branch` without `refs/heads/`. */
  setHead(input: { directory: string; branch: string }): Promise<void>;
  /** Ends the processes that serve the directory. */
  forget(input: { directory: string }): Promise<void>;
}

/** What the kind asks its engine: plain values both ways, since they cross to another process. */
export type GitOperations = GitReader & GitWriter;

const readings = [
  'resolve',
  'commitTimes',
  'commits',
  'log',
  'mergeBase',
  'servable',
  'tagTargets',
  'small',
  'entry',
  'level',
  'files',
  'changes',
  'blame',
  'search',
] as const satisfies readonly (keyof GitReader)[];

const writings = [
  'template',
  'fork',
  'updateRefs',
  'writeTag',
  'prepareCommit',
  'publishCommit',
  'discardCommit',
  'setHead',
  'forget',
] as const satisfies readonly (keyof GitWriter)[];

const isOneOf =
  <Name extends string>(names: readonly Name[]) =>
  (name: string): name is Name =>
    names.some((each) => each === name);

export const isReading = isOneOf(readings);
export const isWriting = isOneOf(writings);

/** The operations at the other end of a link. */
export const operationsOver = (link: EngineLink): GitOperations => {
  const over = (name: keyof GitOperations) => (input: unknown) => link.call(name, input);
  const names = [...readings, ...writings];
  return Object.fromEntries(names.map((name) => [name, over(name)])) as unknown as GitOperations;
};
