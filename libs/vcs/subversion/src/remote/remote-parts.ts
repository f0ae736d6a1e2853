import type { TransferGate } from '@holdfast/vcs-spi';
import type { ChildProcesses } from '@holdfast/vcs-spi/engine';
import type { CommandLine } from '../process/command-line.js';
import type { CommitTurns } from '../writing/commit-turns.js';

/** What works with remotes are done with. */
export interface SubversionRemoteParts {
  children: ChildProcesses;
  commands: CommandLine;
  /** The search path of the programs. */
  path: string;
  /** For files with secrets: a directory of the engine's own, absolute. */
  directory: string;
  networks: readonly string[];
  /** Most bytes of data of each program. */
  memory: number;
  gate: TransferGate;
  commits: CommitTurns;
  /** Hears of a repository that has the identity of another one from now on. */
  renamed: (directory: string) => Promise<void>;
  /** Hears of every revision. */
  committed: (directory: string) => void;
}
