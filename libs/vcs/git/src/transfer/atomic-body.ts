import { BodyFailure } from '@holdfast/vcs-spi/engine';
import { fewCommands } from './command-scan.js';
import { lengthAt, lengthBefore, packetHead } from './pkt-line.js';

/** git takes no longer packet (bytes, with its head). */
const longestPacket = 65_520;
const word = ' atomic';

/**
 * The body of a push, which asks git to change all its refs in one transaction, if they are many. Without that git
 * deletes one ref after another, and writes the whole file of packed refs anew for each: 20,000 of 45,000 branches are
 * 60 GB. Few, some forty, stay as they are, because no transaction deletes `a` and makes `a/b`, as somebody does who
 * gives a branch another name. A body that is not well formed stays as it is, too: git itself refuses it.
 * @throws BodyFailure where there is no room for the word
 */
export async function* atomically(body: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let rest: Buffer | undefined = Buffer.alloc(0);
  let isMany = false;
  for await (const chunk of body) {
    if (!rest) {
      yield chunk;
      continue;
    }
    let bytes: Buffer = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    if (!isMany && listEnds(bytes.subarray(0, fewCommands))) {
      yield bytes;
      rest = undefined;
      continue;
    }
    isMany ||= bytes.length > fewCommands;
    while (isMany) {
      const length = packetLength(bytes);
      if (length === undefined || bytes.length < length) break;
      if (length === 0 || !isShallow(bytes)) {
        yield withWord(bytes, length);
        yield bytes.subarray(length);
        rest = undefined;
        break;
      }
      yield bytes.subarray(0, length);
      bytes = bytes.subarray(length);
    }
    if (rest) rest = bytes;
  }
  if (rest?.length) yield rest;
}

/** Whether the packets up to a flush are all there, or something that is no packet. */
const listEnds = (bytes: Buffer): boolean => {
  for (let at = 0; ;) {
    const length = packetLength(bytes.subarray(at));
    if (length === undefined) return false;
    if (length === 0) return true;
    at += length;
  }
};

/** Undefined: its head is not all there. 0: none that is well formed, or a flush. */
const packetLength = (bytes: Buffer): number | undefined => {
  if (bytes.length < packetHead) return undefined;
  const length = lengthAt(bytes, 0);
  return length > packetHead ? length : 0;
};

const shallow = 'shallow ';
const isShallow = (bytes: Buffer): boolean =>
  bytes.toString('latin1', packetHead, packetHead + shallow.length) === shallow;

/** The first command: behind its NUL stands what the client can do, up to the next one. It begins with the word. */
const withWord = (bytes: Buffer, length: number): Buffer => {
  if (length === 0) return bytes.subarray(0, 0);
  const nul = bytes.subarray(0, length).indexOf(0);
  const added = nul < 0 ? `\0${word}` : `${word} `;
  const longer = length + added.length;
  if (longer > longestPacket)
    throw new BodyFailure('too_large', 413, 'the first line of this push is too long');
  const end = bytes[length - 1] === 0x0a ? length - 1 : length;
  const at = nul < 0 ? end : nul + 1;
  return Buffer.concat([
    Buffer.from(lengthBefore(longer - packetHead)),
    bytes.subarray(packetHead, at),
    Buffer.from(added),
    bytes.subarray(at, length),
  ]);
};
