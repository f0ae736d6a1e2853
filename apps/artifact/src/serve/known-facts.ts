import { LRUCache } from 'lru-cache';
import type { IndexState } from '../artifact-file/file-index.store.js';
import type { FactsInState } from '../artifact-file/index-facts.js';

const cacheBytes = 32 * 1024 * 1024;

/**
 * What indexes were computed from lately, by directory, with room for what kinds remember of it. Which state holds is
 * known from the database: where it is one that came by a version more, not all of them are read again.
 */
export class KnownFacts {
  private readonly cache = new LRUCache<string, FactsInState>({ maxSize: cacheBytes });

  /** `contributed`: bytes of what clients have added to the index, as JSON. */
  keep(key: string, { generation, facts }: FactsInState, contributed: number): void {
    const others = 2 * key.length + 500 + 2 * contributed;
    const size = facts.versions.reduce((sum, version) => sum + 3 * version.length + 80, others);
    this.cache.set(key, { generation, facts: { ...facts, before: undefined } }, { size });
  }

  /** Undefined: they are to be read. */
  in(key: string, { generation, changed, added }: IndexState): FactsInState | undefined {
    const known = this.cache.get(key);
    if (!added || known?.generation !== added.to) return undefined;
    const { versions: before } = known.facts;
    // Whoever deploys the first two files of a version at once adds it twice.
    if (before.includes(added.version)) return { generation, facts: { ...known.facts, changed } };
    return { generation, facts: { ...known.facts, versions: [...before, added.version], before, changed } };
  }
}
