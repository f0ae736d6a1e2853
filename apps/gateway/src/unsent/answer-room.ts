import type { IncomingMessage } from 'node:http';
import type { Contender } from '@holdfast/kernel';

/** For so long a client is measured before it is called slow (ms). */
const window = 10_000;
/** Below so many bytes a second it is slow: its connection ends first when others wait, as with bodies. */
const slowRate = 64 * 1024;

/** The room of one answer, from before it is made until the client has taken it. */
export class AnswerRoom implements Contender {
  /** It was not there at once: what was decided before may be old. */
  waited = false;
  /** Bytes a second that its client took, when it was last measured. */
  rate = 0;
  private crawls = false;
  /** What had been taken when it was last looked at, and when that was. */
  private seen: number;
  private since: number;

  /** `places`: bytes; `begin`: called when there is room; `giveBack`: by `leave`. */
  constructor(
    readonly parties: readonly string[],
    readonly places: number,
    private readonly request: Pick<IncomingMessage, 'socket'>,
    readonly begin: () => void,
    private readonly giveBack: (room: AnswerRoom) => void,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.seen = this.taken();
    this.since = now();
  }

  /** To be asked every now and then: its client takes nothing of the answer, or very little. */
  slow(): boolean {
    const time = this.now() - this.since;
    const waits = this.request.socket.writableLength > 0;
    if (waits && time < window) return this.crawls;
    const taken = this.taken();
    this.rate = ((taken - this.seen) * 1000) / Math.max(1, time);
    this.crawls = waits && this.rate < slowRate;
    this.seen = taken;
    this.since = this.now();
    return this.crawls;
  }

  end(): void {
    this.request.socket.destroy();
  }

  /** The answer has been taken, or nobody wants it. */
  leave(): void {
    this.giveBack(this);
  }

  /** Bytes that the client's side has taken on its connection. */
  private taken(): number {
    const { bytesWritten, writableLength } = this.request.socket;
    return bytesWritten - writableLength;
  }
}
