import type { EngineLink, Resolution } from '@holdfast/vcs-spi';
import type { RefCommand } from './process/ref-writer.js';

/** The files that a new repository consists of, as this machine's git writes them. */
export interface RepositoryTemplate {
  version: string;
  config: string;
}

/** What the kind asks its engine: plain values both ways, since they cross to another process. */
export interface GitOperations {
  template(input: Record<string, never>): Promise<RepositoryTemplate>;
  resolve(input: { directory: string; revision: string }): Promise<Resolution>;
  /** Seconds since 1970; null for what is not a commit. */
  commitTimes(input: { directory: string; ids: readonly string[] }): Promise<(number | null)[]>;
  /** One transaction. */
  updateRefs(input: { directory: string; changes: RefCommand[] }): Promise<void>;
  /** `branch` without `refs/heads/`. */
  setHead(input: { directory: string; branch: string }): Promise<void>;
  /** Ends the processes that serve the directory. */
  forget(input: { directory: string }): Promise<void>;
}

const names = [
  'template',
  'resolve',
  'commitTimes',
  'updateRefs',
  'setHead',
  'forget',
] as const satisfies readonly (keyof GitOperations)[];

export const isOperation = (name: string): name is keyof GitOperations => {
  return names.includes(name as keyof GitOperations);
};

/** The operations at the other end of a link. */
export const operationsOver = (link: EngineLink): GitOperations => {
  const over = (name: keyof GitOperations) => (input: unknown) => link.call(name, input);
  return Object.fromEntries(names.map((name) => [name, over(name)])) as unknown as GitOperations;
};
