import { entriesUpTo } from '@holdfast/kernel';
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

/** So many repositories are kept in memory. */
const mostKept = 2_000;

/** Branches and tags as far as they have been read: they are what they are until there is another revision. */
export class RefsCache {
  private readonly kept = new LRUCache<string, { revision: number; refs: Promise<RefsAt> }>(
    entriesUpTo(mostKept),
  );

  constructor(private readonly operations: Pick<SubversionOperations, 'refs'>) {}

  async of(directory: string, reading: Reading): Promise<RefsAt> {
    const revision = await youngestIn(directory);
    const known = this.kept.get(directory);
    if (known?.revision === revision) return known.refs;
    const refs = revision === 0 ? Promise.resolve(noRefs) : this.read(directory, revision, reading);
    this.kept.set(directory, { revision, refs });
    refs.catch(() => this.drop(directory));
    return refs;
  }

  drop(directory: string): void {
    this.kept.delete(directory);
  }

  private async read(directory: string, revision: number, reading: Reading): Promise<RefsAt> {
    const found = await this.operations.refs({ directory, reading, revision: String(revision) });
    return { revision, branches: RefTable.ofNames(found.branches), tags: RefTable.ofNames(found.tags) };
  }
}

const noRefs: RefsAt = { revision: 0, branches: RefTable.of([], []), tags: RefTable.of([], []) };
