/** Something that costs a process and can be used for one directory. */
export interface Pooled {
  /** Ends it once what it was asked has been answered. */
  close(): void;
  /** Set when it can no longer be used. */
  readonly broken: boolean;
}

interface Entry<T> {
  resource: T;
  users: number;
  idle?: NodeJS.Timeout;
}

/**
 * Keeps one resource per key, at most `limit` at a time, each for `idleTime` ms after its last use. Who comes
 * while all are in use waits; an unused one gives way at once.
 */
export class KeyedPool<T extends Pooled> {
  private readonly entries = new Map<string, Entry<T>>();
  private readonly waiting: (() => void)[] = [];

  constructor(
    private readonly make: (key: string) => T,
    private readonly limit: number,
    private readonly idleTime: number,
  ) {}

  async use<R>(key: string, work: (resource: T) => Promise<R>): Promise<R> {
    let entry = this.take(key);
    while (!entry) {
      await new Promise<void>((resolve) => this.waiting.push(resolve));
      entry = this.take(key);
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

  private take(key: string): Entry<T> | undefined {
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
    const entry = { resource: this.make(key), users: 1 };
    this.entries.set(key, entry);
    return entry;
  }

  private evict(): boolean {
    for (const [key, entry] of this.entries) {
      if (entry.users > 0) continue;
      this.remove(key, entry);
      return true;
    }
    return false;
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
