import type { GitProcesses } from '../process/git-processes.js';
import type { Writers } from './writers.js';

const flags = {
  'pack-refs': ['--all', '--prune'],
  repack: ['--geometric=2', '-d', '-q', '--write-midx', '--write-bitmap-index'],
  /** With what tells which paths a commit may have changed, from which the history of one is read. */
  'commit-graph': ['write', '--reachable', '--split', '--changed-paths', '--no-progress'],
};
/**
 * What comes together from several packs is compared with what resembles it, a large object with its next of kin only:
 * with ten others, as git would, it takes five times as long, and those who push have compared what is alike.
 */
const config = { 'pack.threads': '1', 'pack.windowMemory': '8m', 'repack.writeBitmaps': 'true' };
/** No repository takes longer than this (ms). */
const longestRun = 30 * 60_000;

interface UpkeepCall {
  background?: true;
  yielding?: true;
  signal: AbortSignal;
  /** It is ended after so long (ms); absent: after half an hour. */
  longest?: number;
}

/** The commands of git that upkeep consists of. */
export class UpkeepGit {
  constructor(
    private readonly processes: GitProcesses,
    private readonly writers: Writers,
  ) {}

  /** Whether the command came to its end. */
  async run(
    directory: string,
    command: keyof typeof flags,
    { longest = longestRun, ...priority }: UpkeepCall,
  ): Promise<boolean> {
    // One at a time, for nobody: it may need more than what a read may have.
    const options = { ...priority, memory: Infinity, timeout: longest };
    const { code } = await this.processes.run({ command, directory, flags: flags[command], config }, options);
    if (code < 0) this.writers.wasKilled(directory);
    return code === 0 && !priority.signal.aborted;
  }
}
