import { Readable } from 'node:stream';
import type { BlobRange } from '@holdfast/blob-spi';
import { asStorageError } from './s3-errors.js';

/** Bytes that are read ahead of the reader. */
const ahead = 1024 * 1024;
/** So often a broken answer is asked for again without a byte more. */
const mostFailures = 3;

/** Asks for a part of the object; undefined: there is none. */
export type Getter = (range: BlobRange) => Promise<Readable | undefined>;

async function* pieces(first: Readable, range: BlobRange, get: Getter): AsyncGenerator<Buffer> {
  const end = range.offset + range.length;
  let { offset } = range;
  let source: Readable | undefined = first;
  for (let failures = 0; offset < end;) {
    try {
      source ??= await get({ offset, length: end - offset });
      if (!source) throw new Error('the object was removed while it was read');
      for await (const piece of source) {
        offset += (piece as Buffer).length;
        failures = 0;
        yield piece as Buffer;
      }
      if (offset < end) throw new Error('the answer ended too early');
    } catch (error) {
      failures += 1;
      if (failures > mostFailures) throw asStorageError(error);
    } finally {
      source?.destroy();
      source = undefined;
    }
  }
}

/** A stream of the range that goes on where a connection breaks; `first`: the answer that is there already. */
export const resumedReading = (first: Readable, range: BlobRange, get: Getter): Readable => {
  const reading = Readable.from(pieces(first, range, get), { objectMode: false, highWaterMark: ahead });
  // Of a stream that nobody has read from nothing has begun that would end the answer.
  return reading.once('close', () => first.destroy());
};
