import type { FileWrite } from '@holdfast/vcs-spi';
import { decoded, NotBase64 } from './base64.js';
import { objectOf, type NewObject } from './new-objects.js';

/** What a file is to contain; undefined where that cannot be read. */
export const contentOf = async ({
  content,
  encoding,
}: Pick<FileWrite, 'content' | 'encoding'>): Promise<NewObject | undefined> => {
  const text = Buffer.from(content);
  if (encoding === 'utf-8') return objectOf('blob', text);
  try {
    return objectOf('blob', await wholeOf(decoded([text])));
  } catch (error) {
    if (error instanceof NotBase64) return undefined;
    throw error;
  }
};

export const wholeOf = async (pieces: AsyncIterable<Buffer> | Iterable<Buffer>): Promise<Buffer> => {
  const found: Buffer[] = [];
  for await (const piece of pieces) found.push(piece);
  return found.length === 1 ? found[0] : Buffer.concat(found);
};
