import { BodyFailure } from '@holdfast/vcs-spi/engine';
import { lengthAt, packetHead } from './pkt-line.js';

/** git takes so many arguments (`MAX_ARGS`), each in a packet of some hundred bytes. */
const mostArguments = 64;
/** Bytes of all. */
const longest = 16 << 10;
/** Shortened as well: no other options begin with this letter. */
const addsFile = /^argument --a/;

/**
 * What a client asks `git upload-archive`: packets with an argument each, up to an empty one. git looks at files of
 * the server that are to be added before it refuses to add them, and tells which are there: so they are refused here.
 * @throws BodyFailure
 */
export async function* withoutFiles(body: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const asked = new AskedArchive();
  for await (const chunk of body) {
    if (asked.isRead) yield chunk;
    else if (asked.add(chunk)) yield asked.bytes;
  }
}

class AskedArchive {
  bytes = Buffer.alloc(0);
  isRead = false;
  /** Where the first packet begins that is not here as a whole. */
  private at = 0;
  private packets = 0;

  /** @returns whether all is here that git reads of it */
  add(chunk: Buffer): boolean {
    this.bytes = Buffer.concat([this.bytes, chunk]);
    if (this.bytes.length > longest) throw tooMuch();
    while (!this.isRead && this.at + packetHead <= this.bytes.length) {
      const length = lengthAt(this.bytes, this.at);
      const end = this.at + length;
      if (end > this.bytes.length) break;
      this.isRead = isLast(this.bytes.toString('latin1', this.at + packetHead, end));
      if (!this.isRead && (this.packets += 1) > mostArguments) throw tooMuch();
      this.at = end;
    }
    return this.isRead;
  }
}

/** An empty packet; of one that is none, or no argument, git says what is wrong. */
const isLast = (said: string): boolean => {
  if (addsFile.test(said))
    throw new BodyFailure('broken', 400, 'files of the server cannot be added to an archive');
  return !said.startsWith('argument ');
};

const tooMuch = (): BodyFailure => new BodyFailure('too_large', 413, 'too much is asked of an archive');
