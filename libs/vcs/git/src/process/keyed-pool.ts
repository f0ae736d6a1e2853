/** Something that costs a process and can be used for one directory. */
export interface Pooled {
  /** Ends it once what it was asked has been answered. */
  close(): void;
  /** Set when it can no longer be used. */
  readonly broken: boolean;
}

interface Entry<T> {
  resource: T;
  owner: string;
  users: number;
  idle?: NodeJS.Timeout;
}

/**
 * Keeps one resource per key, at most `limit` at a time, each for `idleTime` ms after its last use. Who comes
 * while all are in use waits; an unused one gives way at once: of the owner who has most of them, so that nobody loses
 * his to somebody who asks for very many.
 */
export class KeyedPool<T extends Pooled> {
  private readonly entries = new Map<string, Entry<T>>();
  private readonly waiting: (() => void)[] = [];

  constructor(
    private readonly make: (key: string) => T,
    private readonly limit: number,
    private readonly idleTime: number,
  ) {}

  /** `owner`: to whom the key belongs, where keys belong to somebody. */
  async use<R>(key: string, work: (resource: T) => Promise<R>, owner = ''): Promise<R> {
    let entry = this.take(key, owner);
    while (!entry) {
      await new Promise<void>((resolve) => this.waiting.push(resolve));
      entry = this.take(key, owner);
    }
    try {
      return await work(entry.resource);
    } finally {
      this.release(key, entry);
    }
  }

  /** Ends the resource of the key when its users have finished. */
  drop(key: string): void {
    const entry = this.entries.get(key);
    if (entry) this.remove(key, entry);
  }

  close(): void {
    for (const [key, entry] of this.entries) this.remove(key, entry);
  }

  private take(key: string, owner: string): Entry<T> | undefined {
    const known = this.entries.get(key);
    if (known && !known.resource.broken) {
      clearTimeout(known.idle);
      known.users += 1;
      this.entries.delete(key);
      this.entries.set(key, known);
      return known;
    }
    if (known) this.remove(key, known);
    if (this.entries.size >= this.limit && !this.evict()) return undefined;
    const entry = { resource: this.make(key), owner, users: 1 };
    this.entries.set(key, entry);
    return entry;
  }

  private evict(): boolean {
    const counts = new Map<string, number>();
    for (const { owner } of this.entries.values()) counts.set(owner, (counts.get(owner) ?? 0) + 1);
    let found: [string, Entry<T>] | undefined;
    let most = 0;
    // The least recently used come first.
    for (const each of this.entries) {
      const count = counts.get(each[1].owner) ?? 0;
      if (each[1].users > 0 || count <= most) continue;
      found = each;
      most = count;
    }
    if (found) this.remove(...found);
    return found !== undefined;
  }

  private release(key: string, entry: Entry<T>): void {
    entry.users -= 1;
    if (entry.users === 0) {
      if (this.entries.get(key) !== entry) entry.resource.close();
      else if (entry.resource.broken) this.remove(key, entry);
      else entry.idle = setTimeout(() => this.remove(key, entry), this.idleTime).unref();
    }
    this.waiting.shift()?.();
  }

  private remove(key: string, entry: Entry<T>): void {
    clearTimeout(entry.idle);
    if (this.entries.get(key) === entry) this.entries.delete(key);
    if (entry.users === 0) entry.resource.close();
  }
}
