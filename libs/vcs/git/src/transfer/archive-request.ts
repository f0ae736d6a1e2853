import { BodyFailure } from '@holdfast/vcs-spi/engine';
import { lengthAt, packetHead } from './pkt-line.js';

/** git takes 64 arguments at most (`MAX_ARGS`), each in a packet of some hundred bytes (bytes of all). */
const longest = 16 << 10;
/** A shorter one could be another option as well, and git takes none such. */
const addsFile = /^argument --add-/;

/**
 * What a client asks `git upload-archive`: packets with an argument each, up to an empty one. git looks at files of
 * the server that are to be added before it refuses to add them, and tells which are there: so they are refused here.
 * @throws BodyFailure
 */
export async function* withoutFiles(body: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let begun = Buffer.alloc(0);
  let isRead = false;
  for await (const chunk of body) {
    if (isRead) {
      yield chunk;
      continue;
    }
    begun = Buffer.concat([begun, chunk]);
    if (begun.length > longest) throw new BodyFailure('too_large', 413, 'too much is asked of an archive');
    isRead = isWhole(begun);
    if (isRead) yield begun;
  }
}

/** Whether all arguments are there. */
const isWhole = (begun: Buffer): boolean => {
  for (let at = 0; at + packetHead <= begun.length;) {
    const length = lengthAt(begun, at);
    // An empty packet; of one that is none git says what is wrong.
    if (length < packetHead) return true;
    if (at + length > begun.length) return false;
    if (addsFile.test(begun.toString('latin1', at + packetHead, at + length)))
      throw new BodyFailure('broken', 400, 'files of the server cannot be added to an archive');
    at += length;
  }
  return false;
};
