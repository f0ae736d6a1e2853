/** So many refs that pushes have written lie about as files of their own, of a block of the disk each, at most. */
const mostLooseRefs = 1000;

interface Packing {
  abort: AbortController;
  done: Promise<void>;
}

/**
 * Packs refs once pushes have written very many: no client waits for that, but the next push to the same repository
 * does, before it can bring more.
 */
export class LooseRefs {
  private readonly counts = new Map<string, number>();
  private readonly packing = new Map<string, Packing>();
  private stopped = false;

  /** `pack` ends early where the signal says so. */
  constructor(private readonly pack: (directory: string, signal: AbortSignal) => Promise<unknown>) {}

  /** Tells that a push has ended that wrote so many refs. */
  wrote(directory: string, refs: number): void {
    this.counts.set(directory, (this.counts.get(directory) ?? 0) + refs);
    this.look(directory);
  }

  /** Tells that they are being packed by somebody else. */
  packed(directory: string): void {
    this.counts.delete(directory);
  }

  /** Resolves when none of the repository are being packed here. */
  async settled(directory: string): Promise<void> {
    for (let each = this.packing.get(directory); each; each = this.packing.get(directory)) await each.done;
  }

  forget(directory: string): void {
    this.counts.delete(directory);
    this.packing.get(directory)?.abort.abort();
  }

  async stop(): Promise<void> {
    this.stopped = true;
    const all = [...this.packing.values()];
    for (const { abort } of all) abort.abort();
    await Promise.all(all.map(({ done }) => done));
  }

  private look(directory: string): void {
    if (this.stopped || this.packing.has(directory)) return;
    if ((this.counts.get(directory) ?? 0) <= mostLooseRefs) return;
    this.counts.delete(directory);
    const abort = new AbortController();
    const done = this.pack(directory, abort.signal)
      .catch(() => undefined)
      .then(() => {
        this.packing.delete(directory);
        // Pushes that had begun before may have ended meanwhile.
        this.look(directory);
      });
    this.packing.set(directory, { abort, done });
  }
}
