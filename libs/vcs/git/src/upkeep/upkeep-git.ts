import type { GitProcesses } from '../process/git-processes.js';
import type { Writers } from './writers.js';

const flags = {
  'pack-refs': ['--all', '--prune'],
  repack: ['--geometric=2', '-d', '-q', '--write-midx', '--write-bitmap-index'],
  /** All that some packs hold, however it lies there. */
  'pack-objects': ['--stdin-packs', '--no-reuse-object', '--delta-base-offset', '-q'],
  /** Over the packs that are named. */
  'multi-pack-index': ['write', '--stdin-packs', '--no-progress'],
  /** With what tells which paths a commit may have changed, from which the history of one is read. */
  'commit-graph': ['write', '--reachable', '--split', '--changed-paths', '--no-progress'],
};
/**
 * What comes together from several packs is compared with what resembles it, a large object with its next of kin only:
 * with ten others, as git would, it takes five times as long, and those who push have compared what is alike.
 */
const config = { 'pack.threads': '1', 'pack.windowMemory': '8m', 'repack.writeBitmaps': 'true' };
/** No repository takes longer than this (ms). */
export const longestRun = 30 * 60_000;

export interface UpkeepCall {
  background?: true;
  yielding?: true;
  signal: AbortSignal;
  /** It is ended after so long (ms); absent: after half an hour. */
  longest?: number;
  /** What it reads: a line for each pack. */
  input?: string;
  /** Options beside those of the command. */
  more?: string[];
  values?: string[];
}

/** The commands of git that upkeep consists of. */
export class UpkeepGit {
  constructor(
    private readonly processes: GitProcesses,
    private readonly writers: Writers,
  ) {}

  /** Whether the command came to its end. */
  async run(directory: string, command: keyof typeof flags, call: UpkeepCall): Promise<boolean> {
    return (await this.told(directory, command, call)) !== undefined;
  }

  /** What the command says; undefined where it came to no end. */
  async told(
    directory: string,
    command: keyof typeof flags,
    { longest = longestRun, more = [], values = [], ...how }: UpkeepCall,
  ): Promise<string | undefined> {
    // One at a time, for nobody: it may need more than what a read may have.
    const options = { ...how, memory: Infinity, timeout: longest };
    const asked = { command, directory, flags: [...flags[command], ...more], values, config };
    const { code, stdout } = await this.processes.run(asked, options);
    if (code < 0) this.writers.wasKilled(directory);
    return code === 0 && !how.signal.aborted ? stdout : undefined;
  }
}
