import { entriesUpTo } from '@holdfast/kernel';
import { LRUCache } from 'lru-cache';
import type { CacheUse } from './cache.metrics.js';
import { RecentDrops } from './recent-drops.js';

interface Entry<V> {
  value: V;
  tags: readonly string[];
}

interface Flight<V> {
  /** The epoch in which it was asked. */
  asked: number;
  /** Milliseconds since the process was started; Infinity: it was asked again, and that is shared to its end. */
  since: number;
  loading: Promise<V | undefined>;
}

/**
 * For so long a question is shared (ms). Who is asked may have stopped, while another one of its kind answers: then it
 * is asked once more, for all who come later.
 */
const shareable = 1_000;

export interface Limits<V> {
  /** Most entries, where `bytes` does not bound them. */
  max?: number;
  /** Milliseconds. */
  ttl?: number;
  /** Bounds the sum of `sizeOf` over all entries. */
  bytes?: number;
  sizeOf?: (value: V, key: string) => number;
}

/**
 * Answers that an owner may revoke by event. Misses are never kept; an answer that was asked before one of its tags was
 * dropped is not kept after that, and nobody who comes later shares its question; every entry expires anyway, so that a
 * lost event heals by itself.
 */
export class InvalidatingCache<V extends object> implements CacheUse {
  hits = 0;
  misses = 0;
  /** Grows with each invalidation. */
  private epoch = 0;
  private readonly drops = new RecentDrops();
  private readonly keys = new Map<string, Set<string>>();
  private readonly entries: LRUCache<string, Entry<V>>;
  /** Questions that are not answered yet, the oldest first. */
  private readonly underway = new Set<Flight<V>>();
  /** The last of these, by epoch, asker and key. */
  private readonly last = new Map<string, Flight<V>>();

  /** `mayKeep`: whether an invalidation would be heard now; what is loaded while it is not, is not kept. */
  constructor(
    { max = 10_000, ttl = 30_000, bytes, sizeOf = () => 1 }: Limits<V> = {},
    private readonly mayKeep: () => boolean = () => true,
  ) {
    this.entries = new LRUCache<string, Entry<V>>({
      ttl,
      // The clock costs less than the timer that would remember what it says.
      ttlResolution: 0,
      ...(bytes === undefined
        ? entriesUpTo(max)
        : { maxSize: bytes, sizeCalculation: ({ value }, key) => sizeOf(value, key) }),
      dispose: ({ tags }, key) => this.untag(key, tags),
    });
  }

  get size(): number {
    return this.entries.size;
  }

  /** The kept answer, if there is one: that counts as a hit. */
  kept(key: string): V | undefined {
    const kept = this.entries.get(key);
    if (kept) this.hits += 1;
    return kept?.value;
  }

  /**
   * The kept answer, else the loaded one; callers of one key and epoch share one question. `asker`: with whose
   * questions only, where they wait for the turn of who asks them.
   */
  async get(
    key: string,
    load: () => Promise<V | undefined>,
    tagsOf: (value: V) => readonly string[],
    asker = '',
  ): Promise<V | undefined> {
    const kept = this.entries.get(key);
    if (kept) {
      this.hits += 1;
      return kept.value;
    }
    this.misses += 1;
    const asked = this.epoch;
    const question = `${asked}\0${asker}\0${key}`;
    const shared = this.last.get(question);
    const now = performance.now();
    if (shared && now - shared.since < shareable) return shared.loading;
    const flight = { asked, since: shared ? Infinity : now, loading: load() };
    this.underway.add(flight);
    this.last.set(question, flight);
    try {
      const value = await flight.loading;
      if (value) this.land(key, value, tagsOf(value), asked);
      return value;
    } finally {
      this.underway.delete(flight);
      if (this.last.get(question) === flight) this.last.delete(question);
      const [oldest] = this.underway;
      this.drops.forget(oldest?.asked ?? this.epoch);
    }
  }

  /** Forgets every answer with one of the tags. */
  drop(tags: readonly string[]): void {
    this.epoch += 1;
    if (this.underway.size > 0) this.drops.note(tags, this.epoch);
    for (const tag of tags) for (const key of [...(this.keys.get(tag) ?? [])]) this.entries.delete(key);
  }

  clear(): void {
    this.epoch += 1;
    this.drops.noteAll(this.epoch);
    this.entries.clear();
    this.keys.clear();
  }

  /** Keeps an answer that nothing has been dropped of since it was asked. */
  private land(key: string, value: V, tags: readonly string[], asked: number): void {
    if (this.drops.since(asked, tags) || !this.mayKeep() || this.entries.has(key)) return;
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
