interface Waiting {
  key: string;
  grant(): void;
}

/** Lets at most `total` work at a time, at most `perKey` for one key; the rest waits in order of arrival. */
export class Slots {
  private readonly inUse = new Map<string, number>();
  private readonly waiting: Waiting[] = [];
  private used = 0;

  constructor(
    private readonly total: number,
    private readonly perKey: number,
  ) {}

  /** Answers a function that frees the slot; undefined when `signal` came first. */
  async take(key: string, signal: AbortSignal): Promise<(() => void) | undefined> {
    if (signal.aborted) return undefined;
    if (!this.isFree(key)) {
      const granted = await new Promise<boolean>((resolve) => {
        const entry: Waiting = { key, grant: () => resolve(true) };
        this.waiting.push(entry);
        signal.addEventListener('abort', () => {
          const at = this.waiting.indexOf(entry);
          if (at >= 0) this.waiting.splice(at, 1);
          resolve(false);
        });
      });
      if (!granted) return undefined;
    } else {
      this.occupy(key);
    }
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      this.free(key);
    };
  }

  private isFree(key: string): boolean {
    return this.used < this.total && (this.inUse.get(key) ?? 0) < this.perKey;
  }

  private occupy(key: string): void {
    this.used += 1;
    this.inUse.set(key, (this.inUse.get(key) ?? 0) + 1);
  }

  private free(key: string): void {
    this.used -= 1;
    const left = (this.inUse.get(key) ?? 1) - 1;
    if (left === 0) this.inUse.delete(key);
    else this.inUse.set(key, left);
    const at = this.waiting.findIndex((entry) => this.isFree(entry.key));
    if (at < 0) return;
    const [next] = this.waiting.splice(at, 1);
    this.occupy(next.key);
    next.grant();
  }
}
