import type { FileAnswer } from '@holdfast/contracts';
import type { TransferAnswer } from '../transfer.js';

/** Most bytes that an answer to an upload can have. */
const largest = 1024 * 1024;

/** Reads what became of an upload. @throws when the port failed or its answer broke off. */
export const uploadAnswer = async ({ head, upstream }: TransferAnswer): Promise<FileAnswer> => {
  if (head.status !== 200) throw new Error(`the artifact service answered ${head.status}`);
  const pieces: string[] = [];
  const decoder = new TextDecoder();
  let size = 0;
  const whole = await upstream.carry((piece) => {
    size += piece.length;
    pieces.push(decoder.decode(piece, { stream: true }));
    return Promise.resolve(size <= largest);
  });
  if (!whole) throw new Error('the answer to an upload broke off, or is endless');
  return JSON.parse(pieces.join('')) as FileAnswer;
};
