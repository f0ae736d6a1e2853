import { createHash } from 'node:crypto';
import { loopShare } from '@holdfast/kernel';

/** An object that may be new in a repository. */
export interface NewObject {
  readonly type: 'blob' | 'tree' | 'commit';
  readonly id: string;
  readonly contents: Buffer;
}

/** The object with these contents. */
export const objectOf = (type: NewObject['type'], contents: Buffer): NewObject => ({
  type,
  id: begun(type, contents).update(contents).digest('hex'),
  contents,
});

/** So many bytes are hashed before others may have the event loop: that takes half a millisecond. */
const stride = 256 << 10;

/** As `objectOf`, of contents of any size. */
export const hashedObject = async (type: NewObject['type'], contents: Buffer): Promise<NewObject> => {
  const hash = begun(type, contents);
  for (let at = 0; at < contents.length; at += stride) {
    if (loopShare.isOver) await loopShare.pass();
    hash.update(contents.subarray(at, at + stride));
  }
  return { type, id: hash.digest('hex'), contents };
};

/** What git hashes, and keeps. */
export const hashedText = ({ type, contents }: NewObject): Buffer =>
  Buffer.concat([Buffer.from(headOf(type, contents)), contents]);

const begun = (type: NewObject['type'], contents: Buffer) =>
  createHash('sha1').update(headOf(type, contents));

const headOf = (type: NewObject['type'], { length }: Buffer): string => `${type} ${length}\0`;
