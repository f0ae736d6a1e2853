import { FailedUpkeep } from './failed-upkeep.js';

interface Writing {
  directory: string;
  abort: AbortController;
  done: Promise<void>;
}

/**
 * Writes commit-graphs where pushes never end, beside them: one at a time, and in no turn of anybody else. What does
 * not come to its end is not tried again for a while.
 */
export class GraphsBeside {
  private current: Writing | undefined;
  private readonly failed = new FailedUpkeep();

  /** `write` answers whether it came to its end. */
  constructor(private readonly write: (directory: string, signal: AbortSignal) => Promise<boolean>) {}

  begin(directory: string): void {
    if (this.current || this.failed.isRecent(directory)) return;
    const abort = new AbortController();
    const done = this.write(directory, abort.signal)
      .catch(() => false)
      .then((isWritten) => {
        this.current = undefined;
        if (isWritten || !abort.signal.aborted) this.failed.ended(directory, isWritten);
      });
    this.current = { directory, abort, done };
  }

  forget(directory: string): void {
    this.failed.forget(directory);
    if (this.current?.directory === directory) this.current.abort.abort();
  }

  async stop(): Promise<void> {
    this.current?.abort.abort();
    await this.current?.done;
  }
}
