import { VcsRefusal, type Faults, type LongWork } from '@holdfast/vcs-spi';
import { eachLine, FaultLines, mustExist } from '@holdfast/vcs-spi/engine';
import type { GitProcesses } from '../process/git-processes.js';
import { isOutOfMemory } from '../process/memory-complaint.js';
import { mostTimer } from '../process/most-timer.js';
import { checkLargeFiles } from './large-file-check.js';
import { tellObjects } from '../packs/told-objects.js';
import type { Housekeeping } from '../upkeep/housekeeping.js';

/** `Checking objects:  12% (…)`, or a number where git does not know how many there are. */
const progressLine = /^([A-Z][\w -]+): +(?:(\d+)%|\d+)/;
/** What git says of a repository that is whole. */
const harmless = /^(?:notice|warning|hint|dangling|unreachable)\b/;
/** What git says of the commit-graph where a commit is of a late time, which is not kept whole there. */
const laterTime = /^commit date for commit [0-9a-f]{40} in commit-graph is (\d+) != (\d+)$/;
/** So fsck ends where nothing but the commit-graph differs. */
const graphDiffers = 16;

/** Whether the commit-graph has of a time what it has room for. */
const isCutTime = (line: string): boolean => {
  const [, kept, whole] = laterTime.exec(line) ?? [];
  return kept !== undefined && BigInt.asUintN(34, BigInt(whole)) === BigInt(kept);
};

/**
 * Contents were judged when they came, and what passed then is no damage. Nothing that a repository configures counts.
 */
const config = {
  'fsck.badTimezone': 'ignore',
  'fsck.missingSpaceBeforeDate': 'ignore',
  'fsck.zeroPaddedFilemode': 'ignore',
};

/** Looks through repositories for damage: objects, what leads to what, refs, indexes, and large files. */
export class FullCheck {
  constructor(
    private readonly processes: GitProcesses,
    private readonly housekeeping: Pick<Housekeeping, 'withoutJoining'>,
  ) {}

  /** Packs are not joined meanwhile, because git looks for what it knew at the beginning. */
  async run(directory: string, work: LongWork): Promise<Faults> {
    await mustExist(directory);
    return this.housekeeping.withoutJoining(directory, async () => {
      const faults = new FaultLines(directory);
      await this.fsck(directory, work, faults);
      work.signal.throwIfAborted();
      work.tell({ doing: 'objects' });
      await this.heads(directory, work.signal, faults);
      work.signal.throwIfAborted();
      work.tell({ doing: 'large files' });
      await checkLargeFiles(this.processes, directory, work.signal, faults);
      work.signal.throwIfAborted();
      return faults.all;
    });
  }

  /** What is empty, and stored as a difference, git takes for damaged where it reads it, and fsck does not tell. */
  private async heads(directory: string, signal: AbortSignal, faults: FaultLines): Promise<void> {
    const flags = ['--batch-all-objects', '--batch-check=%(objectsize)', '--buffer', '--unordered'];
    const telling = { environment: {}, timeout: mostTimer, yielding: true, signal };
    await tellObjects(this.processes, { directory, flags }, telling, (line) => {
      if (line.endsWith(' missing')) faults.add(`git cannot read ${line.slice(0, 40)} where it is stored`);
    });
  }

  private async fsck(directory: string, { signal, tell }: LongWork, faults: FaultLines): Promise<void> {
    const child = this.processes.start(
      { command: 'fsck', directory, flags: ['--full', '--no-dangling', '--progress'], config },
      ['ignore', 'pipe', 'pipe'],
      // One at a time, for nobody: it may need more than what a read may have.
      { signal, background: true, memory: Infinity },
    );
    let isTooLarge = false;
    let hasCutTimes = false;
    const take = (line: string): void => {
      const [, doing, percent] = progressLine.exec(line) ?? [];
      if (doing !== undefined)
        return tell({ doing: doing.toLowerCase(), ...(percent ? { percent: Number(percent) } : {}) });
      if (isOutOfMemory({ complaint: line })) isTooLarge = true;
      if (isCutTime(line)) hasCutTimes = true;
      else if (/^\s/.test(line)) faults.more(line);
      else if (!harmless.test(line)) faults.add(line);
    };
    if (child.stdout) eachLine(child.stdout, take);
    if (child.stderr) eachLine(child.stderr, take);
    const code = await new Promise<number>((resolve, reject) => {
      child.once('error', reject).once('close', (status) => resolve(status ?? -1));
    });
    signal.throwIfAborted();
    if (isTooLarge) throw new VcsRefusal('too_large', 'git had too little memory to look through it');
    if (code < 0) throw new VcsRefusal('unavailable', 'git was ended while it looked through a repository');
    const isWhole = code === 0 || (code === graphDiffers && hasCutTimes);
    if (!isWhole && faults.all.count === 0) faults.add(`git fsck ended with ${code}`);
  }
}
