import { connect, type Socket, type TcpNetConnectOpts } from 'node:net';
import { connect as connectSecurely, type ConnectionOptions } from 'node:tls';
import type { PeerConnecting, PeerPort } from '@holdfast/platform/byte-ports';
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
const longestWay = 10_000;
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

  constructor({ secure, host, port }: PeerPort, connecting: PeerConnecting) {
    let fault: Error | undefined;
    const options = {
      ...connecting,
      host,
      port,
      noDelay: true,
      keepAlive: true,
      keepAliveInitialDelay: silence,
    };
    this.socket = secure ? this.openSecurely(options) : this.open(options);
    const late = setTimeout(() => this.socket.destroy(new Error('nobody answers there')), longestWay);
    for (const event of [secure ? 'secureConnect' : 'connect', 'close'])
      this.socket.once(event, () => clearTimeout(late));
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

  private open(options: TcpNetConnectOpts): Socket {
    return connect({
      ...options,
      onread: {
        buffer: () => (this.current = this.next),
        callback: (length, buffer) => this.took(length, buffer as Buffer),
      },
    });
  }

  /** What is decrypted at once comes at once, also behind a pause: memory of ours would be written over. */
  private openSecurely(options: ConnectionOptions): Socket {
    const socket = connectSecurely(options);
    socket.on('data', (bytes: Buffer) => {
      if (!this.listener) socket.destroy();
      else if (!this.listener.piece(bytes)) socket.pause();
    });
    return socket;
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
