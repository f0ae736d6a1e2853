import { createHash } from 'node:crypto';
import { loopShare } from '@holdfast/kernel';

/** An object that may be new in a repository. */
export interface NewObject {
  readonly type: 'blob' | 'tree' | 'commit';
  readonly id: string;
  /** Bytes of its contents. */
  readonly size: number;
  /** Its contents; they may be read several times. */
  pieces(): AsyncIterable<Buffer> | Iterable<Buffer>;
}

/** The object with these contents. */
export const objectOf = (type: NewObject['type'], contents: Buffer): NewObject => {
  const hash = begun(type, contents.length).update(contents);
  return { type, id: hash.digest('hex'), size: contents.length, pieces: () => [contents] };
};

/** So many bytes are hashed before others may have the event loop: that takes half a millisecond. */
const stride = 256 << 10;

/** As `objectOf`, of contents of any size. */
export const hashedObject = async (type: NewObject['type'], contents: Buffer): Promise<NewObject> => {
  const hash = begun(type, contents.length);
  for (let at = 0; at < contents.length; at += stride) {
    if (loopShare.isOver) await loopShare.pass();
    hash.update(contents.subarray(at, at + stride));
  }
  return { type, id: hash.digest('hex'), size: contents.length, pieces: () => [contents] };
};

/** A blob whose contents are read each time that they are needed. Fails as reading them does. */
export const blobOf = async (pieces: () => AsyncIterable<Buffer>): Promise<NewObject> => {
  let size = 0;
  for await (const piece of pieces()) size += piece.length;
  const hash = begun('blob', size);
  for await (const piece of pieces()) hash.update(piece);
  return { type: 'blob', id: hash.digest('hex'), size, pieces };
};

const begun = (type: NewObject['type'], size: number) => createHash('sha1').update(`${type} ${size}\0`);
