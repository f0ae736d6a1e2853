import type { IncomingMessage } from 'node:http';
import { BodyFailure, type Floor, type TransferClient } from '@holdfast/vcs-spi/engine';

/**
 * What a side says last before the other one has the word: a flush, or in the older versions of the protocol `done`.
 */
const lastWords = /(?:0000|0009done\n)$/;
const longestLastWord = 9;
/** ms */
const longSilence = 60_000;

/**
 * A conversation of git and its client over one connection, in which they take turns; it ends when git does, whether
 * or not the client has anything more to say.
 */
export class Talk implements Floor {
  programSpeaks = true;
  private lastSaid = Date.now();
  /**
   * For so long is waited for more of a client that has not come to its end when git has (ms): it does not listen
   * while it sends.
   */
  patience = 0;
  private isOver = false;
  private hurry: () => void = () => undefined;

  /** What the client said. */
  heard(chunk: Buffer): void {
    this.programSpeaks = endsTurn(chunk);
  }

  /** What git said. */
  said(chunk: Buffer): void {
    this.lastSaid = Date.now();
    if (endsTurn(chunk)) this.programSpeaks = false;
  }

  /** git tells every few seconds that it is at work, once it has all that it works on. */
  get programIsSilent(): boolean {
    return Date.now() - this.lastSaid > longSilence;
  }

  /** git has ended. */
  end(): void {
    this.isOver = true;
    this.hurry();
  }

  /**
   * What the client says, piece by piece, to the end of the conversation; `most` bytes of it at most.
   * @throws BodyFailure where it breaks off or stays away.
   */
  async *chunks(request: IncomingMessage, client: TransferClient, most = Infinity): AsyncGenerator<Buffer> {
    const iterator = request[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
    let size = 0;
    while (!this.isOver || this.patience > 0) {
      const next = await client.answers(this.next(iterator), this);
      if (next.done) break;
      size += next.value.length;
      client.moved(next.value.length);
      if (size > most) throw new BodyFailure('too_large', 413, 'the request is too large');
      this.heard(next.value);
      yield next.value;
    }
    this.programSpeaks = true;
  }

  private next(iterator: AsyncIterator<Buffer>): Promise<IteratorResult<Buffer, unknown>> {
    return new Promise((resolve, reject) => {
      let timer: NodeJS.Timeout | undefined;
      this.hurry = () => {
        clearTimeout(timer);
        timer = setTimeout(() => resolve({ done: true, value: undefined }), this.patience);
      };
      if (this.isOver) this.hurry();
      const gone = () => reject(new BodyFailure('gone', 400, 'the client went away'));
      void iterator
        .next()
        .then(resolve, gone)
        .finally(() => clearTimeout(timer));
    });
  }
}

const endsTurn = (chunk: Buffer): boolean =>
  lastWords.test(chunk.toString('latin1', Math.max(0, chunk.length - longestLastWord)));
