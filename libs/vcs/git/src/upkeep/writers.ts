import { removeStaleFiles } from './stale-files.js';

/** Counts who writes in which directory, and cleans up after those who were killed while they did. */
export class Writers {
  private readonly counts = new Map<string, number>();
  private readonly known = new Set<string>();
  private readonly killed = new Set<string>();
  private readonly cleaning = new Map<string, Promise<unknown>>();

  /**
   * `startedAt`: when this engine began (ms since 1970); no writer from before is alive. `changed` hears of the
   * beginning and the end of every write.
   */
  constructor(
    private readonly startedAt: number,
    private readonly changed: (directory: string) => void = () => undefined,
  ) {}

  isBusy(directory: string): boolean {
    return this.counts.has(directory);
  }

  /** Runs a write once the directory is free of what killed writers left there. */
  async during<T>(directory: string, work: () => Promise<T>): Promise<T> {
    this.counts.set(directory, this.count(directory) + 1);
    this.changed(directory);
    try {
      await this.clean(directory);
      return await work();
    } finally {
      await this.cleanUp(directory);
      if (this.count(directory) > 1) this.counts.set(directory, this.count(directory) - 1);
      else this.counts.delete(directory);
      this.changed(directory);
    }
  }

  /** A writer in the directory was ended by force and may have left something. */
  wasKilled(directory: string): void {
    this.killed.add(directory);
  }

  /** Removes what a killed writer has left, as soon as his own turn is all that goes on there. */
  async cleanUp(directory: string): Promise<void> {
    if (this.killed.has(directory)) await this.clean(directory);
  }

  forget(directory: string): void {
    this.known.delete(directory);
    this.killed.delete(directory);
  }

  private count(directory: string): number {
    return this.counts.get(directory) ?? 0;
  }

  /**
   * At the first write: removes what was there before this engine. After a kill: removes everything, but only
   * while the caller is the one writer, since a live lock looks like a dead one.
   */
  private async clean(directory: string): Promise<void> {
    for (let work = this.cleaning.get(directory); work; work = this.cleaning.get(directory)) await work;
    const afterKill = this.killed.has(directory) && this.count(directory) === 1;
    if (this.known.has(directory) && !afterKill) return;
    this.known.add(directory);
    if (afterKill) this.killed.delete(directory);
    const before = afterKill ? Infinity : this.startedAt;
    const cleaning = removeStaleFiles(directory, before, this.startedAt).catch(() => undefined);
    this.cleaning.set(directory, cleaning);
    await cleaning;
    this.cleaning.delete(directory);
  }
}
