import type { VcsEngine } from './vcs-engine.js';
import type { VcsKind } from './vcs-kind.js';

/** What the tests of a kind give to the suite. */
export interface VcsWorkshop {
  kind: VcsKind;
  engine: Pick<VcsEngine, 'summary' | 'lasting'>;
  /** An absolute path where nothing exists yet. */
  freshDirectory(): string;
  /** Adds commits to a branch without the kind's own objects, as a push does. Answers their full ids, oldest first. */
  commit(directory: string, branch: string, count: number): Promise<string[]>;
  /** Removes a repository as the product does: from memory and from the disk. */
  remove(directory: string): Promise<void>;
  /** Changes a byte of what commits have written, as a disk that fails. */
  damage(directory: string): Promise<void>;
  /** The full id of something in the repository that is not a commit. Absent: the kind has nothing like that. */
  notACommit?(directory: string): Promise<string>;
  /** Ends everything. */
  stop(): Promise<void>;
  /** Called after `stop`: processes and files that should have gone and have not. */
  leftovers(): Promise<string[]>;
}
