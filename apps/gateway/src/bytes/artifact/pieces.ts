import { Writable } from 'node:stream';

/** Bytes that wait to be taken before whoever writes them is to pause. */
const waitingBytes = 128 * 1024;

interface Taker {
  resolve: (result: IteratorResult<Buffer, undefined>) => void;
  reject: (error: Error) => void;
}

const over: IteratorResult<Buffer, undefined> = { done: true, value: undefined };

/**
 * What is written here is taken piece by piece, by one taker. A stream that is read by an iterator would do, but hand
 * each piece through two buffers and a dozen turns of the loop. A piece is done with when the next one is asked for.
 */
export class Pieces extends Writable implements AsyncIterable<Buffer> {
  private waiting: Buffer | undefined;
  private taken: (() => void) | undefined;
  private taker: Taker | undefined;
  private isWhole = false;

  constructor() {
    super({ highWaterMark: waitingBytes });
  }

  /** The taker gets an error when this is destroyed before its end, and destroys it when he stops before. */
  [Symbol.asyncIterator](): AsyncIterator<Buffer, undefined> {
    return {
      next: () => this.next(),
      return: () => {
        this.destroy();
        return Promise.resolve(over);
      },
    };
  }

  override _write(piece: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.taken = done;
    const taker = this.served();
    if (taker) taker.resolve({ done: false, value: piece });
    else this.waiting = piece;
  }

  override _final(done: () => void): void {
    this.isWhole = true;
    this.served()?.resolve(over);
    done();
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.served()?.reject(error ?? brokenOff());
    done(error);
  }

  /** Who waits for a piece, if anybody does; he waits no more. */
  private served(): Taker | undefined {
    const { taker } = this;
    this.taker = undefined;
    return taker;
  }

  private next(): Promise<IteratorResult<Buffer, undefined>> {
    const { taken, waiting } = this;
    if (waiting) {
      this.waiting = undefined;
      return Promise.resolve({ done: false, value: waiting });
    }
    return new Promise((resolve, reject) => {
      this.taker = { resolve, reject };
      this.taken = undefined;
      // This may bring the next piece, or the end.
      taken?.();
      if (this.isWhole) this.served()?.resolve(over);
      else if (this.destroyed) this.served()?.reject(this.errored ?? brokenOff());
    });
  }
}

const brokenOff = (): Error => Object.assign(new Error('the body broke off'), { code: 'ECONNRESET' });
