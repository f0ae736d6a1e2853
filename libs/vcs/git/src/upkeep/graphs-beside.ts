interface Writing {
  directory: string;
  abort: AbortController;
  done: Promise<void>;
}

/** How long it is not tried again where it did not come to its end (ms). */
const pause = 3_600_000;

/**
 * Writes commit-graphs where pushes never end, beside them: one at a time, and in no turn of anybody else. What does
 * not come to its end is not tried again for a while.
 */
export class GraphsBeside {
  private current: Writing | undefined;
  private readonly until = new Map<string, number>();

  /** `write` answers whether it came to its end. */
  constructor(private readonly write: (directory: string, signal: AbortSignal) => Promise<boolean>) {}

  begin(directory: string): void {
    if (this.current || (this.until.get(directory) ?? 0) > Date.now()) return;
    const abort = new AbortController();
    const done = this.write(directory, abort.signal)
      .catch(() => false)
      .then((isWritten) => {
        this.current = undefined;
        if (isWritten) this.until.delete(directory);
        else if (!abort.signal.aborted) this.until.set(directory, Date.now() + pause);
      });
    this.current = { directory, abort, done };
  }

  forget(directory: string): void {
    this.until.delete(directory);
    if (this.current?.directory === directory) this.current.abort.abort();
  }

  async stop(): Promise<void> {
    this.current?.abort.abort();
    await this.current?.done;
  }
}
