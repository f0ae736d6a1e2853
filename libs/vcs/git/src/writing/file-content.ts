import { loopShare } from '@holdfast/kernel';
import type { FileWrite } from '@holdfast/vcs-spi';
import { decoded, NotBase64 } from './base64.js';
import { hashedObject, type NewObject } from './new-objects.js';

/** What a file is to contain; undefined where that cannot be read. */
export const contentOf = async ({
  content,
  encoding,
}: Pick<FileWrite, 'content' | 'encoding'>): Promise<NewObject | undefined> => {
  const text = Buffer.from(content);
  if (encoding === 'utf-8') return hashedObject('blob', text);
  try {
    return await hashedObject('blob', await wholeOf(decoded(inPieces(text))));
  } catch (error) {
    if (error instanceof NotBase64) return undefined;
    throw error;
  }
};

/** So many bytes are decoded before others may have the event loop. */
const stride = 64 << 10;

async function* inPieces(text: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < text.length; at += stride) {
    if (loopShare.isOver) await loopShare.pass();
    yield text.subarray(at, at + stride);
  }
}

const wholeOf = async (pieces: AsyncIterable<Buffer>): Promise<Buffer> => {
  const found: Buffer[] = [];
  for await (const piece of pieces) found.push(piece);
  return found.length === 1 ? found[0] : Buffer.concat(found);
};
