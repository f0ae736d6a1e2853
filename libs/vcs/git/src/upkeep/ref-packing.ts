import { removeEmptyDirectories } from './empty-directories.js';
import { FailedUpkeep } from './failed-upkeep.js';
import type { UpkeepGit } from './upkeep-git.js';

/**
 * Packs refs, and removes the directories that are left of them. git reads each tag for it, and a client may have
 * stored those so that this takes very long: where it does not end in time it is not tried again for a while.
 */
export class RefPacking {
  private readonly slow = new FailedUpkeep();

  /** `longest`: so long it may take (ms). */
  constructor(
    private readonly git: UpkeepGit,
    private readonly longest: number,
  ) {}

  async pack(directory: string, signal: AbortSignal): Promise<void> {
    if (!this.slow.isRecent(directory)) await this.run(directory, signal, this.longest);
    await removeEmptyDirectories(directory, signal);
  }

  /** For somebody who has asked for it, and waits: as long as it takes. */
  async packWhole(directory: string, signal: AbortSignal): Promise<void> {
    await this.run(directory, signal);
    await removeEmptyDirectories(directory, signal);
  }

  forget(directory: string): void {
    this.slow.forget(directory);
  }

  private async run(directory: string, signal: AbortSignal, longest?: number): Promise<void> {
    // Not at the lowest priority: pushes wait for its lock, and on a busy machine they would wait too long.
    const how = { yielding: true, signal, ...(longest !== undefined && { longest }) } as const;
    const begun = performance.now();
    const isPacked = await this.git.run(directory, 'pack-refs', how);
    // What fails for another reason, as a full disk, is tried again with the next write.
    const isLate = !isPacked && performance.now() - begun > (longest ?? Infinity) * 0.9;
    if (!signal.aborted) this.slow.ended(directory, !isLate);
  }
}
