/**
 * Work that has keys in common runs one after the other, in the order in which it came. It waits here and not in the
 * database, where each that waits would hold a connection.
 */
export class KeyedQueue {
  /** The last of each key. */
  private readonly last = new Map<string, Promise<void>>();

  async run<T>(keys: readonly string[], work: () => Promise<T>): Promise<T> {
    let over: () => void = () => undefined;
    const mine = new Promise<void>((done) => (over = done));
    const before = keys.flatMap((key) => this.last.get(key) ?? []);
    // Taken at once for all keys: nobody waits for somebody who waits for him.
    for (const key of keys) this.last.set(key, mine);
    try {
      await Promise.all(before);
      return await work();
    } finally {
      for (const key of keys) if (this.last.get(key) === mine) this.last.delete(key);
      over();
    }
  }
}
