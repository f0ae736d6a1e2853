import type { AttributeErrors } from '@holdfast/kernel';
import { refWeight, type Reading } from '@holdfast/vcs-spi';
import { refSnapshots, type NamingRepository, type RefSnapshots } from './ref-snapshots.js';

/**
 * How much the refs of one repository may take: this process has its branches, tags and bookmarks in memory while it
 * reads them, and goes through all others with them.
 */
export class RefRoom {
  /** What pushes under way bring, by the uuid of the repository (bytes). */
  private readonly coming = new Map<string, number>();

  /** `most`: bytes, as `RefSnapshot.weight` counts them. */
  constructor(readonly most: number) {}

  /** What is left in a repository (its uuid), besides what is there and what pushes under way may bring. */
  left(repository: string, { named, others }: RefSnapshots): number {
    const taken = Object.values(named).reduce((sum, each) => sum + (each?.weight ?? 0), others);
    return this.most - taken - (this.coming.get(repository) ?? 0);
  }

  /** Why there cannot be one more branch or tag of this name. */
  async problemOf(
    repository: string,
    data: NamingRepository,
    name: string,
    reading: Reading,
  ): Promise<AttributeErrors | undefined> {
    const present = await refSnapshots(data, reading);
    const full = refWeight(Buffer.byteLength(name)) > this.left(repository, present);
    return full ? { maximum: this.most } : undefined;
  }

  /** A push begins that brings so many bytes. Call what it answers once, when the push has ended. */
  begin(repository: string, bytes: number): () => void {
    const add = (more: number): void => {
      const sum = (this.coming.get(repository) ?? 0) + more;
      if (sum > 0) this.coming.set(repository, sum);
      else this.coming.delete(repository);
    };
    const brought = Math.max(0, bytes);
    add(brought);
    return () => add(-brought);
  }
}
