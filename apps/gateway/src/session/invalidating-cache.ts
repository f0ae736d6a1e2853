import { LRUCache } from 'lru-cache';

interface Entry<V> {
  value: V;
  tags: readonly string[];
}

export interface Limits<V> {
  max?: number;
  /** Milliseconds. */
  ttl?: number;
  /** Bounds the sum of `sizeOf` over all entries. */
  bytes?: number;
  sizeOf?: (value: V, key: string) => number;
}

/**
 * Answers that an owner may revoke by event. Misses are never kept; an answer that was asked before an
 * invalidation is not kept after it; every entry expires anyway, so that a lost event heals by itself.
 */
export class InvalidatingCache<V extends object> {
  private epoch = 0;
  private readonly keys = new Map<string, Set<string>>();
  private readonly entries: LRUCache<string, Entry<V>>;
  private readonly underway = new Map<string, Promise<V | undefined>>();

  /** `mayKeep`: whether an invalidation would be heard now; what is loaded while it is not, is not kept. */
  constructor(
    { max = 10_000, ttl = 30_000, bytes, sizeOf = () => 1 }: Limits<V> = {},
    private readonly mayKeep: () => boolean = () => true,
  ) {
    this.entries = new LRUCache<string, Entry<V>>({
      max,
      ttl,
      ...(bytes === undefined
        ? {}
        : { maxSize: bytes, sizeCalculation: ({ value }, key) => sizeOf(value, key) }),
      dispose: ({ tags }, key) => this.untag(key, tags),
    });
  }

  peek(key: string): V | undefined {
    return this.entries.get(key)?.value;
  }

  /** The kept answer, else the loaded one; callers of one key and epoch share one question. */
  async get(
    key: string,
    load: () => Promise<V | undefined>,
    tagsOf: (value: V) => readonly string[],
  ): Promise<V | undefined> {
    const kept = this.entries.get(key);
    if (kept) return kept.value;
    const asked = this.epoch;
    const flight = `${asked}\0${key}`;
    let loading = this.underway.get(flight);
    if (!loading) {
      loading = load();
      this.underway.set(flight, loading);
      const done = (): void => void this.underway.delete(flight);
      loading.then(done, done);
    }
    const value = await loading;
    if (value && asked === this.epoch && this.mayKeep() && !this.entries.has(key))
      this.keep(key, value, tagsOf(value));
    return value;
  }

  /** Forgets every answer with one of the tags. */
  drop(tags: readonly string[]): void {
    this.epoch += 1;
    for (const tag of tags) for (const key of [...(this.keys.get(tag) ?? [])]) this.entries.delete(key);
  }

  clear(): void {
    this.epoch += 1;
    this.entries.clear();
    this.keys.clear();
  }

  private keep(key: string, value: V, tags: readonly string[]): void {
    this.entries.set(key, { value, tags });
    for (const tag of tags) {
      const known = this.keys.get(tag);
      if (known) known.add(key);
      else this.keys.set(tag, new Set([key]));
    }
  }

  private untag(key: string, tags: readonly string[]): void {
    for (const tag of tags) {
      const known = this.keys.get(tag);
      known?.delete(key);
      if (known?.size === 0) this.keys.delete(tag);
    }
  }
}
