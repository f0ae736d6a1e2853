import { createHash } from 'node:crypto';
import { createDeflate, deflateSync } from 'node:zlib';
import { loopShare } from '@holdfast/kernel';
import type { NewObject } from './new-objects.js';

const types = { commit: 1, tree: 2, blob: 3 };
/** An object of so many bytes is packed in one piece. */
const small = 64 << 10;

/**
 * A pack of these objects, piece by piece. `level`: how hard they are packed, 0 to 9. Lets others have the event loop:
 * a pipe takes many small objects at once.
 */
export async function* packOf(objects: readonly NewObject[], level: number): AsyncGenerator<Buffer> {
  const hash = createHash('sha1');
  for await (const piece of contentsOf(objects, level)) {
    hash.update(piece);
    yield piece;
  }
  yield hash.digest();
}

async function* contentsOf(objects: readonly NewObject[], level: number): AsyncGenerator<Buffer> {
  const head = Buffer.from('PACK\0\0\0\x02\0\0\0\0', 'latin1');
  head.writeUInt32BE(objects.length, 8);
  yield head;
  for (const object of objects) {
    if (loopShare.isOver) await loopShare.pass();
    yield headOf(object);
    yield* deflated(object.contents, level);
  }
}

/** Type and size: four bits of the size, then seven in each byte, the lowest first. */
const headOf = ({ type, contents: { length } }: NewObject): Buffer => {
  const bytes = [(types[type] << 4) | (length & 0xf)];
  for (let left = Math.floor(length / 16); left > 0; left = Math.floor(left / 128)) {
    bytes[bytes.length - 1] |= 0x80;
    bytes.push(left & 0x7f);
  }
  return Buffer.from(bytes);
};

async function* deflated(contents: Buffer, level: number): AsyncGenerator<Buffer> {
  if (contents.length <= small) {
    yield deflateSync(contents, { level });
    return;
  }
  const packed = createDeflate({ level });
  packed.end(contents);
  yield* packed as AsyncIterable<Buffer>;
}
