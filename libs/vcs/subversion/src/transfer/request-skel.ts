import { loopShare } from '@holdfast/kernel';
import { BodyFailure } from '@holdfast/vcs-spi/engine';

const [open, close] = Buffer.from('()');

const classOf = (characters: string): Uint8Array => {
  const bytes = new Uint8Array(256);
  for (const byte of Buffer.from(characters)) bytes[byte] = 1;
  return bytes;
};
/** What the server takes for blanks. */
const isBlank = classOf('\t\n\f\r ');
/** Where a word ends. */
const isBound = classOf('\t\n\f\r ()[]');
/** What is longer is written as a text (bytes). */
const longestWord = 99;
/** The properties of a transaction are a list in the request, which is one. */
const mostDepth = 2;

/**
 * Looks through what a client begins a transaction with before the server reads it: a list of words, texts (a length,
 * a blank and so many bytes) and lists, as `svn_skel__unparse` writes it. The server goes one call deeper for each
 * list in a list, until it has no stack any more.
 * @throws BodyFailure `broken`
 */
export const checkSkel = async (body: Buffer): Promise<void> => {
  let depth = 0;
  let at = 0;
  for (; at < body.length; at += 1) {
    if (loopShare.isOver) await loopShare.pass();
    const byte = body[at];
    if (isBlank[byte]) continue;
    if (byte === open) depth += 1;
    else if (depth === 0) throw unreadable();
    else if (byte === close) depth -= 1;
    else if (isLetter(byte)) at = wordEnd(body, at);
    else at = textEnd(body, at);
    if (depth > mostDepth) throw unreadable();
    if (depth === 0 && isAllBlank(body, at + 1)) return;
    if (depth === 0) break;
  }
  throw unreadable();
};

const isLetter = (byte: number): boolean => /[A-Za-z]/.test(String.fromCharCode(byte));

const isAllBlank = (body: Buffer, from: number): boolean => {
  let at = from;
  while (at < body.length && isBlank[body[at]]) at += 1;
  return at === body.length;
};

/** The last byte of a word that begins there. */
const wordEnd = (body: Buffer, at: number): number => {
  let end = at;
  while (end < body.length && !isBound[body[end]]) end += 1;
  if (end - at > longestWord) throw unreadable();
  return end - 1;
};

/** The last byte of a text whose length stands there. */
const textEnd = (body: Buffer, at: number): number => {
  const [all, length] = /^(\d{1,7})[\t\n\f\r ]/.exec(body.toString('latin1', at, at + 8)) ?? [];
  const end = at + (all?.length ?? 0) + Number(length) - 1;
  if (length === undefined || end >= body.length) throw unreadable();
  return end;
};

const unreadable = (): BodyFailure =>
  new BodyFailure('broken', 400, 'the body is not what clients of Subversion begin a transaction with');
