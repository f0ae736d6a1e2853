import { createHash } from 'node:crypto';

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

/** A blob whose contents are read each time that they are needed. Fails as reading them does. */
export const blobOf = async (pieces: () => AsyncIterable<Buffer>): Promise<NewObject> => {
  let size = 0;
  for await (const piece of pieces()) size += piece.length;
  const hash = begun('blob', size);
  for await (const piece of pieces()) hash.update(piece);
  return { type: 'blob', id: hash.digest('hex'), size, pieces };
};

const begun = (type: NewObject['type'], size: number) => createHash('sha1').update(`${type} ${size}\0`);
