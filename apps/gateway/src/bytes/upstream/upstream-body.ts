import type { Socket } from 'node:net';
import { Writable } from 'node:stream';

/** The body of a request on its way: as it is, or in chunks where its length is not known. */
export class UpstreamBody extends Writable {
  /** The chunk that goes together with the end. */
  private last = '';

  constructor(
    private readonly socket: Socket,
    private readonly chunked: boolean,
  ) {
    super({ highWaterMark: 256 * 1024 });
  }

  override _write(piece: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    const { socket } = this;
    if (!this.chunked) return void socket.write(piece, done);
    if (piece.length === 0) return done();
    socket.cork();
    socket.write(`${piece.length.toString(16)}\r\n`, 'latin1');
    socket.write(piece);
    socket.write('\r\n', 'latin1', done);
    socket.uncork();
  }

  /** The last bytes and the end together: the other side wakes up once for both. */
  endWith(content: Buffer): void {
    if (!this.chunked) return void this.end(content);
    if (content.length > 0) this.last = chunk(content);
    this.end();
  }

  override _final(done: (error?: Error | null) => void): void {
    if (this.chunked) this.socket.write(`${this.last}0\r\n\r\n`, 'latin1', done);
    else done();
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    if (!this.writableFinished) this.socket.destroy();
    done(error);
  }
}

const chunk = (content: Buffer): string =>
  `${content.length.toString(16)}\r\n${content.toString('latin1')}\r\n`;
