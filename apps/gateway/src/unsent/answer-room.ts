import type { Socket } from 'node:net';
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
    private readonly socket: Socket,
    readonly begin: () => void,
    private readonly giveBack: (room: AnswerRoom) => void,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.moved = this.taken();
    this.since = now();
  }

  /** To be asked every now and then: its client takes nothing of the answer. */
  slow(): boolean {
    const taken = this.taken();
    if (this.socket.writableLength > 0 && taken === this.moved) return this.now() - this.since >= silence;
    this.moved = taken;
    this.since = this.now();
    return false;
  }

  end(): void {
    this.socket.destroy();
  }

  /** The answer has been taken, or nobody wants it. */
  leave(): void {
    this.giveBack(this);
  }

  /** Bytes that the client's side has taken of its connection. */
  private taken(): number {
    return this.socket.bytesWritten - this.socket.writableLength;
  }
}
