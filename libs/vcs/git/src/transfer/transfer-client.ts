import { Pace } from '@holdfast/kernel';
import { BodyFailure } from './body-failure.js';

/**
 * The client of one transfer: how long we wait for it, how fast it is, and whether it is still there. Only while we
 * wait for it can it be too slow: git may take its time.
 */
export class TransferClient {
  private bytes = 0;
  private readonly pace = new Pace();
  private readonly leaving = new AbortController();
  private readonly waits = new Set<(failure: BodyFailure) => void>();

  /** `idle`: how long it may let us wait for anything at all (ms). */
  constructor(private readonly idle: number) {}

  /** It went away, or had to go. */
  get gone(): AbortSignal {
    return this.leaving.signal;
  }

  /** Resolves when it is gone. */
  left(): Promise<void> {
    if (this.gone.aborted) return Promise.resolve();
    return new Promise((resolve) => this.gone.addEventListener('abort', () => resolve(), { once: true }));
  }

  get isSlow(): boolean {
    return this.waits.size > 0 && this.pace.isSlow(this.bytes);
  }

  /** Bytes of its own, or of ours that it took. */
  moved(bytes: number): void {
    this.bytes += bytes;
  }

  leave(): void {
    this.leaving.abort();
  }

  /** Others of its account wait, and it is slow. */
  giveWay(): void {
    const failure = new BodyFailure('stalled', 408, 'the transfer was too slow while others waited');
    for (const fail of this.waits) fail(failure);
    this.leave();
  }

  /**
   * Waits for something that the client has to do.
   * @throws BodyFailure `stalled` when it does not do it in time or has to give way.
   */
  async answers<T>(work: Promise<T>): Promise<T> {
    let timer: NodeJS.Timeout | undefined;
    let fail: (failure: BodyFailure) => void = () => undefined;
    const late = new Promise<never>((_, reject) => {
      fail = reject;
      timer = setTimeout(
        () => reject(new BodyFailure('stalled', 408, 'the request body stalled')),
        this.idle,
      );
    });
    work.catch(() => undefined);
    this.waits.add(fail);
    return Promise.race([work, late]).finally(() => {
      clearTimeout(timer);
      this.waits.delete(fail);
    });
  }
}
