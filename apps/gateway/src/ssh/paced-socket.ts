import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { FirstLine } from './first-line.js';
import type { ReadingLine } from './reading-turns.js';

/** What is read in one turn (bytes): less where it is small packets, which take long. */
const pieces = { first: 16 << 10, least: 4 << 10, most: 64 << 10 };
/** What a piece should take (ms). */
const soon = 1;
/** What a client makes us say is not read on while so much of it waits (bytes). */
const mostUnsent = 4 << 20;

/** Says how fast a client may talk. */
export interface Pacer {
  /** Milliseconds until the next piece is read. */
  wait(): number;
  /** Hears of a piece after it was dealt with: its bytes, and all that was ever sent. False: the connection ends. */
  took(bytes: number, written: number): boolean;
}

/**
 * A socket as the library gets it: its first line as a whole, and what follows by pieces, each in its turn, and no
 * faster than its client may talk. The socket itself would give two megabytes without a break, and small packets in
 * them hold the event loop for a second.
 */
export class PacedSocket extends Duplex {
  private size = pieces.first;
  private readonly firstLine = new FirstLine();
  private isWanted = false;
  /** For its turn, for its pace, or until its client has taken what there is for it. */
  private isWaiting = false;
  private timer: NodeJS.Timeout | undefined;

  /**
   * `remotePort`: a number by which the library tells who has connected. A port may be used again before the end of the
   * connection that had it is told, and one that was reset has none.
   */
  constructor(
    private readonly socket: Socket,
    private readonly turns: ReadingLine,
    private readonly pacer: Pacer,
    readonly remotePort = 0,
  ) {
    super({ allowHalfOpen: false });
    socket.on('readable', () => this.enter());
    socket.once('end', () => this.push(null));
    socket.once('error', (error) => this.destroy(error));
    socket.once('close', () => this.destroy());
  }

  override _read(): void {
    this.isWanted = true;
    this.enter();
  }

  /** Nothing is kept here: all that is unsent waits in the socket, where it is counted. */
  override write(piece: Buffer): boolean {
    return this.socket.write(piece);
  }

  override _final(done: () => void): void {
    this.socket.end(done);
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    clearTimeout(this.timer);
    this.socket.destroy();
    done(error);
  }

  private enter(): void {
    if (this.isWaiting || !this.isWanted || this.destroyed) return;
    this.isWaiting = true;
    this.turns.enter(() => this.inTurn());
  }

  private again(): void {
    this.isWaiting = false;
    this.enter();
  }

  private inTurn(): void {
    const { socket, pacer } = this;
    const wait = pacer.wait();
    if (wait > 0) this.timer = setTimeout(() => this.again(), wait).unref();
    else if (socket.writableLength > mostUnsent) socket.once('drain', () => this.again());
    else this.pass();
  }

  private pass(): void {
    const { socket } = this;
    this.isWaiting = false;
    if (this.destroyed) return;
    const isMore = socket.readableLength > this.size;
    const piece = (isMore ? socket.read(this.size) : socket.read()) as Buffer | null;
    if (!piece) return;
    const from = performance.now();
    // The answers to all of it go out together.
    socket.cork();
    try {
      const whole = this.firstLine.with(piece);
      if (whole) this.isWanted = this.push(whole);
    } catch (error) {
      this.destroy();
      throw error;
    } finally {
      socket.uncork();
    }
    const isSoon = performance.now() - from < soon;
    this.size = isSoon ? Math.min(2 * this.size, pieces.most) : Math.max(this.size / 2, pieces.least);
    const mayGoOn = this.pacer.took(piece.length, socket.bytesWritten);
    if (!mayGoOn) this.destroy(new Error('too much came besides data'));
    else this.enter();
  }
}
