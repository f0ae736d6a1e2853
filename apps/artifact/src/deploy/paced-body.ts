import { DomainError } from '@holdfast/kernel';

/** For so long (ms) nobody looks how fast a body comes; then so many bytes have to come in a second. */
const free = 2_000;
const leastRate = 256 * 1024;

/** A body for which memory is held while it comes: where others wait for that, it comes fast or ends. */
export class PacedBody implements AsyncIterable<Uint8Array> {
  private since: number | undefined;
  private bytes = 0;
  private stop: (error: Error) => void = () => undefined;

  /** `now`: milliseconds. */
  constructor(
    private readonly body: AsyncIterable<Uint8Array>,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Some of it is still to come, and comes slowly since it was first waited for. */
  isSlow(): boolean {
    if (this.since === undefined) return false;
    const held = this.now() - this.since;
    return held > free && this.bytes * 1_000 < leastRate * held;
  }

  /** Whoever reads it gets an error. */
  end(): void {
    this.stop(DomainError.unavailable('the file came too slowly while others waited for memory'));
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array, void> {
    const stopped = new Promise<never>((_, reject) => (this.stop = reject));
    stopped.catch(() => undefined);
    this.since = this.now();
    const pieces = this.body[Symbol.asyncIterator]();
    for (;;) {
      const next = await Promise.race([pieces.next(), stopped]);
      if (next.done) break;
      this.bytes += next.value.length;
      yield next.value;
    }
    this.since = undefined;
  }
}
