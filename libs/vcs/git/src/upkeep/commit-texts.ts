import { LRUCache } from 'lru-cache';

/** Of so many repositories upkeep remembers something that would be found out again. */
export const mostKnown = 20_000;

/**
 * How many bytes of commits and tags have come into each repository since its commit-graph was written. Whoever
 * compares references reads all that they lead to, and keeps those commits whole that the graph does not have.
 */
export class CommitTexts {
  private readonly bytes = new LRUCache<string, number>({ max: mostKnown });

  /** `most`: with so many the graph is to be written. */
  constructor(private readonly most: number) {}

  add(directory: string, bytes: number): void {
    if (bytes > 0) this.bytes.set(directory, this.of(directory) + bytes);
  }

  /** There may be some of which nobody knows. */
  suspect(directory: string): void {
    this.bytes.set(directory, Math.max(this.of(directory), this.most));
  }

  areMany(directory: string): boolean {
    return this.of(directory) >= this.most;
  }

  of(directory: string): number {
    return this.bytes.get(directory) ?? 0;
  }

  /** So many of them are in the graph by now. */
  written(directory: string, bytes: number): void {
    const left = this.of(directory) - bytes;
    if (left > 0) this.bytes.set(directory, left);
    else this.bytes.delete(directory);
  }

  forget(directory: string): void {
    this.bytes.delete(directory);
  }
}
