import type { IncomingMessage } from 'node:http';
import type { Contender } from '@holdfast/kernel';

/** Who takes nothing for so long goes when others wait (ms). */
const silence = 10_000;

/** The room of one answer, from before it is made until the client has taken it. */
export class AnswerRoom implements Contender {
  /** It was not there at once: what was decided before may be old. */
  waited = false;
  private moved: number;
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
    this.moved = this.passed();
    this.since = now();
  }

  /** To be asked every now and then: its client takes nothing of the answer. */
  slow(): boolean {
    const passed = this.passed();
    const waits = this.request.socket.writableLength > 0;
    if (waits && passed === this.moved) return this.now() - this.since >= silence;
    this.moved = passed;
    this.since = this.now();
    return false;
  }

  end(): void {
    this.request.socket.destroy();
  }

  /** The answer has been taken, or nobody wants it. */
  leave(): void {
    this.giveBack(this);
  }

  /** Bytes that the client's side has taken on its connection. */
  private passed(): number {
    const { bytesWritten, writableLength } = this.request.socket;
    return bytesWritten - writableLength;
  }
}
