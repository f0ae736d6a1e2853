import { removeStaleFiles } from '../upkeep/stale-files.js';

/** Counts who writes in which directory, and cleans up after those who were killed while they did. */
export class Writers {
  private readonly counts = new Map<string, number>();
  private readonly clean = new Set<string>();
  private readonly killed = new Set<string>();
  private readonly cleaning = new Map<string, Promise<void>>();

  /** `startedAt`: when this engine began (ms since 1970); no writer from before is alive. */
  constructor(private readonly startedAt: number) {}

  isBusy(directory: string): boolean {
    return this.counts.has(directory);
  }

  /** Runs a write once the directory is free of what killed writers left there. */
  async during<T>(directory: string, work: () => Promise<T>): Promise<T> {
    await this.prepare(directory);
    this.counts.set(directory, (this.counts.get(directory) ?? 0) + 1);
    try {
      return await work();
    } finally {
      const left = (this.counts.get(directory) ?? 1) - 1;
      if (left > 0) this.counts.set(directory, left);
      else this.counts.delete(directory);
      if (this.killed.has(directory)) await this.prepare(directory);
    }
  }

  /** A writer in the directory was ended by force and may have left something. */
  wasKilled(directory: string): void {
    this.killed.add(directory);
  }

  forget(directory: string): void {
    this.clean.delete(directory);
    this.killed.delete(directory);
  }

  private async prepare(directory: string): Promise<void> {
    await this.cleaning.get(directory);
    const first = !this.clean.has(directory);
    const alone = this.killed.has(directory) && !this.isBusy(directory);
    if (!first && !alone) return;
    this.clean.add(directory);
    if (alone) this.killed.delete(directory);
    const before = alone ? Date.now() + 1 : this.startedAt;
    const cleaning = removeStaleFiles(directory, before).then(
      () => undefined,
      () => undefined,
    );
    this.cleaning.set(directory, cleaning);
    await cleaning;
    this.cleaning.delete(directory);
  }
}
