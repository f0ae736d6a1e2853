import { RefTable, type Reading } from '@holdfast/vcs-spi';
import { LRUCache } from 'lru-cache';
import { youngestIn } from '../process/youngest.js';
import type { SubversionOperations } from '../subversion.operations.js';

/** Branches and tags of a repository as they are at one revision. */
export interface RefsAt {
  revision: number;
  branches: RefTable;
  tags: RefTable;
}

/** Bytes of all that is remembered (`RefSnapshot.weight`). */
const mostKept = 32 << 20;
/** Weight of one that is empty. */
const least = 500;

/** Branches and tags as far as they have been read: they are what they are until there is another revision. */
export class RefsCache {
  private readonly kept = new LRUCache<string, RefsAt>({
    maxSize: mostKept,
    sizeCalculation: ({ branches, tags }) => branches.weight + tags.weight + least,
  });
  private readonly coming = new Map<string, { revision: number; refs: Promise<RefsAt> }>();

  constructor(private readonly operations: Pick<SubversionOperations, 'refs'>) {}

  async of(directory: string, reading: Reading): Promise<RefsAt> {
    const revision = await youngestIn(directory);
    if (revision === 0) return noRefs;
    const known = this.kept.get(directory);
    if (known?.revision === revision) return known;
    const awaited = this.coming.get(directory);
    if (awaited?.revision === revision) return awaited.refs;
    const asked = { revision, refs: this.read(directory, revision, reading) };
    this.coming.set(directory, asked);
    try {
      const refs = await asked.refs;
      if (this.coming.get(directory) === asked) this.kept.set(directory, refs);
      return refs;
    } finally {
      if (this.coming.get(directory) === asked) this.coming.delete(directory);
    }
  }

  drop(directory: string): void {
    this.kept.delete(directory);
    this.coming.delete(directory);
  }

  private async read(directory: string, revision: number, reading: Reading): Promise<RefsAt> {
    const found = await this.operations.refs({ directory, reading, revision: String(revision) });
    return { revision, branches: RefTable.ofNames(found.branches), tags: RefTable.ofNames(found.tags) };
  }
}

const noRefs: RefsAt = { revision: 0, branches: RefTable.of([], []), tags: RefTable.of([], []) };
