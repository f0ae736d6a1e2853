import type { IndexFacts } from '@holdfast/artifact-spi';
import { LRUCache } from 'lru-cache';
import type { IndexState } from '../artifact-file/file-index.store.js';

/** What an index is computed from, in which state. */
export interface FactsInState {
  readonly generation: string;
  readonly facts: IndexFacts;
}

const cacheBytes = 32 * 1024 * 1024;

/**
 * What indexes were computed from lately, by directory. Which state holds is known from the database: where it is one
 * that came by a version more, not all of them are read again.
 */
export class KnownFacts {
  private readonly cache = new LRUCache<string, FactsInState>({
    maxSize: cacheBytes,
    sizeCalculation: ({ facts: { versions } }, key) =>
      versions.reduce((sum, version) => sum + 2 * version.length + 40, 2 * key.length + 500),
  });

  keep(key: string, found: FactsInState): void {
    this.cache.set(key, found);
  }

  /** Undefined: they are to be read. */
  in(key: string, { generation, changed, added }: IndexState): FactsInState | undefined {
    const known = this.cache.get(key);
    if (!added || known?.generation !== added.to) return undefined;
    // Whoever deploys the first two files of a version at once adds it twice.
    const others = known.facts.versions.filter((version) => version !== added.version);
    return { generation, facts: { ...known.facts, versions: [...others, added.version], changed } };
  }
}
