import { connect, type LookupFunction, type Socket } from 'node:net';
import type { PeerPort } from '@holdfast/platform/byte-ports';
import { streamBuffers } from '../buffer-pool.js';

/** Who hears what comes in over a connection. */
export interface Listener {
  /** True: read on, the memory of the piece is free; false: it is kept as it is until `readOn`. */
  piece(bytes: Buffer): boolean;
  broke(error: Error): void;
}

/** Enough for the head of an answer, and for small ones whole (bytes). */
const narrow = 16 * 1024;
/** A machine that does not answer for so long is away (ms). */
const connecting = 10_000;
/** After so long without a byte the other machine is asked whether it is still there (ms). */
const silence = 15_000;

/**
 * A connection to a byte process. What comes in is read into memory that is used again: a client of the standard
 * library makes two new buffers of every 64 KiB, and collecting those costs more than carrying them. A buffer that
 * was filled is followed by a larger one.
 */
export class UpstreamConnection {
  readonly socket: Socket;
  private listener: Listener | undefined;
  private readonly small = Buffer.allocUnsafeSlow(narrow);
  private large: Buffer | undefined;
  /** What the next piece is read into, from the next call of `took` on. */
  private next: Buffer = this.small;
  /** What the socket reads into, whatever `next` has become since the last piece was heard. */
  private current: Buffer = this.small;

  /** `lookup`: by what the name of the host becomes an address. */
  constructor({ host, port }: PeerPort, lookup: LookupFunction) {
    let fault: Error | undefined;
    this.socket = connect({
      host,
      port,
      lookup,
      noDelay: true,
      keepAlive: true,
      keepAliveInitialDelay: silence,
      onread: {
        buffer: () => (this.current = this.next),
        callback: (length, buffer) => this.took(length, buffer as Buffer),
      },
    });
    const late = setTimeout(() => this.socket.destroy(new Error('nobody answers there')), connecting);
    for (const event of ['connect', 'close']) this.socket.once(event, () => clearTimeout(late));
    this.socket.on('error', (error) => (fault = error));
    // Nothing more is heard: what is still being sent would only be waited for.
    this.socket.once('end', () => this.socket.destroy());
    this.socket.once('close', () =>
      this.listener?.broke(fault ?? new Error('the connection closed too early')),
    );
  }

  /** Who hears from now on; nobody: a connection that says something nevertheless is closed. */
  listen(listener: Listener | undefined): void {
    this.listener = listener;
  }

  /** Not to be called while a piece is heard: what `piece` answers would undo it. */
  readOn(): void {
    this.socket.resume();
  }

  /** To be called while the piece in which an answer ends is heard: the large buffer is not needed after it. */
  ends(): void {
    this.next = this.small;
  }

  /**
   * Nobody looks at the last piece any more. Answers whether the connection can be used again: not when `ends` came
   * too late, so that the next piece would still be read into the large buffer, which must not be given away then.
   */
  settle(): boolean {
    if (this.current !== this.small) return false;
    if (this.large) streamBuffers.give(this.large);
    this.large = undefined;
    return true;
  }

  private took(length: number, buffer: Buffer): boolean {
    if (!this.listener) {
      this.socket.destroy();
      return false;
    }
    if (length === buffer.length) this.next = this.large ??= streamBuffers.take();
    return this.listener.piece(buffer.subarray(0, length));
  }
}
