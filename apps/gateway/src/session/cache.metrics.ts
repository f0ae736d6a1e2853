import { WatchedValues, type ValueSource } from '@holdfast/platform/observability';

/** How a cache was used. */
export interface CacheUse {
  /** Entries. */
  readonly size: number;
  readonly hits: number;
  readonly misses: number;
}

/** They go when nobody has them any more. */
const caches = new Map<WeakRef<CacheUse>, string>();

const each =
  (valueOf: (use: CacheUse) => number): ValueSource =>
  () =>
    [...caches].flatMap(([kept, name]) => {
      const cache = kept.deref();
      if (cache) return [[valueOf(cache), name] as const];
      caches.delete(kept);
      return [];
    });

const labels = ['cache'];

new WatchedValues({
  name: 'holdfast_cache_entries',
  help: 'Answers that are kept, by cache: sessions, projects, repositories, standings, views, files.',
  labels,
}).add(each(({ size }) => size));

new WatchedValues({
  name: 'holdfast_cache_hits_total',
  help: 'Questions that a cache has answered.',
  labels,
}).add(each(({ hits }) => hits));

new WatchedValues({
  name: 'holdfast_cache_misses_total',
  help: 'Questions that a cache could not answer.',
  labels,
}).add(each(({ misses }) => misses));

/** `name`: what it keeps. */
export const watchCache = (name: string, cache: CacheUse): void => void caches.set(new WeakRef(cache), name);
