import { closeSync, openSync, readSync } from 'node:fs';
import { constants, inflateSync } from 'node:zlib';

/** Of the file of an object so much is read: its head is at most 30 bytes, unpacked. */
const buffer = Buffer.alloc(128);

/**
 * What the file of an object says of it at its beginning. Synchronous on purpose: to hand each of many small files to
 * another thread costs more than to read it.
 * @throws Error where it is none of an object
 */
export const looseHead = (path: string): { type: string; size: number } => {
  const file = openSync(path, 'r');
  try {
    const packed = buffer.subarray(0, readSync(file, buffer, 0, buffer.length, 0));
    const text = inflateSync(packed, { finishFlush: constants.Z_SYNC_FLUSH }).toString('latin1', 0, 40);
    const [, type, size] = /^(blob|tree|commit|tag) (\d+)\0/.exec(text) ?? [];
    if (type === undefined) throw new Error('an object has no head');
    return { type, size: Number(size) };
  } finally {
    closeSync(file);
  }
};
