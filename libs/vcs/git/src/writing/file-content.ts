import { loopShare } from '@holdfast/kernel';
import type { FileWrite } from '@holdfast/vcs-spi';
import { decoded, NotBase64 } from './base64.js';
import { hashedObject, type NewObject } from './new-objects.js';
import type { StagedTexts } from './staged-texts.js';

/** What a file is to contain; undefined where that cannot be read. */
export const contentOf = async (
  { content, encoding }: Pick<FileWrite, 'content' | 'encoding'>,
  texts: StagedTexts,
): Promise<NewObject | undefined> => {
  if (encoding === 'utf-8' && typeof content === 'string') return hashedObject('blob', Buffer.from(content));
  const [pieces, length] =
    typeof content === 'string'
      ? [strides(Buffer.from(content)), Buffer.byteLength(content)]
      : [texts.pieces(content), content.length];
  try {
    const whole = encoding === 'utf-8' ? pieces : decoded(sharing(pieces));
    return await hashedObject('blob', await wholeOf(whole, length));
  } catch (error) {
    if (error instanceof NotBase64) return undefined;
    throw error;
  }
};

/** So many bytes are decoded before others may have the event loop. */
const stride = 64 << 10;

function* strides(text: Buffer): Generator<Buffer> {
  for (let at = 0; at < text.length; at += stride) yield text.subarray(at, at + stride);
}

async function* sharing(pieces: AsyncIterable<Buffer> | Iterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const piece of pieces)
    for (const part of strides(piece)) {
      if (loopShare.isOver) await loopShare.pass();
      yield part;
    }
}

/** All of them, which are so many bytes at most; they are never there twice. */
const wholeOf = async (pieces: AsyncIterable<Buffer> | Iterable<Buffer>, most: number): Promise<Buffer> => {
  const found = Buffer.allocUnsafe(most);
  let length = 0;
  for await (const piece of pieces) length += piece.copy(found, length);
  return found.subarray(0, length);
};
