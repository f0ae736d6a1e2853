import { bufferSpent } from '@holdfast/kernel';

/** More than this of what a connection has to send is waited for (bytes). */
const mostUnsent = 1 << 20;
/** As long as an engine may be silent at its work (ms): those that can say every few seconds that they work do. */
export const longSilence = 120_000;

interface Told {
  once(event: string, done: () => void): unknown;
}

/** What goes out to a client: a socket of Node's. */
interface Outlet extends Told {
  /** Bytes. */
  readonly bytesWritten: number;
  readonly writableLength: number;
}

/** A channel of the library; `done` is called when the client's window has let the piece out. */
interface Channel {
  write(piece: Buffer, done: () => void): unknown;
}

/**
 * Writes to a channel, at the speed of its client. The library stops at the window of the channel, and no earlier: a
 * client that grants a large one and takes nothing would fill our memory, and so would one that begins to exchange
 * keys and never ends that.
 */
export class ChannelWriter {
  /** Bytes that the client has taken, as far as the system takes them for it. */
  taken = 0;
  private isWaiting = false;
  private isAsked = true;
  private worked = 0;
  private lastWritten = Date.now();
  private isGone = false;
  private wake: () => void = () => undefined;

  constructor(
    private readonly client: Told,
    private readonly socket: Outlet,
    private readonly channel: Channel,
  ) {}

  /**
   * Resolves when the memory of the piece is free again, and there is room for the next. False: nobody takes it any
   * more.
   */
  async write(piece: Buffer): Promise<boolean> {
    if (this.isGone) return false;
    const before = this.socket.bytesWritten;
    this.isWaiting = true;
    this.told();
    try {
      await this.waitFor((done) => this.channel.write(piece, done));
      // All was accepted and nothing went out: it waits for the end of a key exchange.
      if (this.socket.bytesWritten - before < piece.length / 2)
        await this.waitFor((done) => this.client.once('rekey', done));
      if (this.socket.writableLength > mostUnsent)
        await this.waitFor((done) => this.socket.once('drain', done));
    } catch {
      this.gone();
    }
    this.isWaiting = false;
    this.taken += piece.length;
    bufferSpent(piece.length);
    return !this.isGone;
  }

  /** The client says something: what follows may be the answer to it. */
  asked(): void {
    this.isAsked = true;
  }

  /**
   * The time after which the engine had more to say unasked, in sum (ms): then it is at work. A first answer may have
   * waited for the rest of a question.
   */
  get working(): number {
    return this.worked;
  }

  private told(): void {
    const now = Date.now();
    if (!this.isAsked) this.worked += now - this.lastWritten;
    this.isAsked = false;
    this.lastWritten = now;
  }

  /** It has not taken what it is told; or there is nothing to tell for so long that it may have to say more first. */
  get isWaitedFor(): boolean {
    return this.isWaiting || Date.now() - this.lastWritten > longSilence;
  }

  /** The channel or its connection has ended: whoever waits need not wait any more. */
  gone(): void {
    this.isGone = true;
    this.wake();
  }

  private waitFor(begin: (done: () => void) => void): Promise<void> {
    if (this.isGone) return Promise.resolve();
    return new Promise((resolve) => {
      this.wake = resolve;
      begin(() => resolve());
    });
  }
}
