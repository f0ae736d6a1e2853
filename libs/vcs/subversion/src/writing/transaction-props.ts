import { isUtf8 } from 'node:buffer';
import { opendir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { loopShare, unlessGone } from '@holdfast/kernel';
import { ownProperties } from '../process/own-properties.js';
import { hasUntold, isEncoded, isNameOfProperty } from '../process/told-text.js';

/** The file with what a transaction says of itself, and its revision after it. */
const ofRevision = 'props';

/** The message of a revision may have so many bytes: every list of revisions has it. */
export const longestMessage = 1 << 20;
/** What is told to who says more. */
export const isTooLong = 'the message of a revision may have 1 MiB';
/** A revision may say so much of itself (bytes). */
export const mostSaid = longestMessage + (64 << 10);

/** Whether an open transaction says more of itself than a revision may. */
export const saysTooMuch = async (directory: string, name: string): Promise<boolean> => {
  const file = wordsFile(directory, name);
  return file !== undefined && (await sizeOf(file)) > mostSaid;
};

const sizeOf = async (file: string): Promise<number> => (await stat(file).catch(() => undefined))?.size ?? 0;

/**
 * So much may a file or directory have of properties (bytes): the server has all of them in memory, many times over.
 */
const mostOfNode = (2 << 20) + (64 << 10);
/** So many properties: each is looked at. */
const mostOfOne = 10_000;

/**
 * Why the properties in an open transaction, its own and those of what it changes, may not be in a revision, which
 * would have them for ever. Looking at thousands of files may take minutes, which ends when nobody waits for it.
 * @throws Error where they cannot be read
 */
export const unfitProps = async (
  directory: string,
  name: string,
  gone?: AbortSignal,
): Promise<string | undefined> => {
  const place = placeOf(directory, name);
  if (place === undefined) return undefined;
  for await (const file of propsIn(place)) {
    if (gone?.aborted) return 'nobody waits for this commit any more';
    const path = join(place, file);
    if (((await stat(path).catch(unlessGone))?.size ?? 0) > mostOfNode)
      return 'the properties of a file or directory may have 2 MiB together';
    const said = await readFile(path).catch(unlessGone);
    const unfit = said && (await unfitPropertyIn(said, file === ofRevision));
    if (unfit !== undefined) return unfit;
  }
  return undefined;
};

/** Its files of properties. It has others for each path that it changes: a few names are in memory at a time. */
async function* propsIn(place: string): AsyncGenerator<string> {
  const entries = await opendir(place, { bufferSize: 256 }).catch(unlessGone);
  for await (const { name } of entries ?? []) {
    if (loopShare.isOver) await loopShare.pass();
    if (/^(?:node\..*\.)?props$/.test(name)) yield name;
  }
}

/** What is told to who sets properties that are ours. */
export const isReserved = `a revision may have no property whose name begins with ${ownProperties}`;

/**
 * What of properties cannot stand in the server's XML; and by what we say of a revision we know who has made it: no
 * client says it. Others have the event loop meanwhile.
 */
const unfitPropertyIn = async (said: Buffer, isOfRevision: boolean): Promise<string | undefined> => {
  let count = 0;
  for (const [name, value] of pairsIn(said)) {
    if (loopShare.isOver) await loopShare.pass();
    if ((count += 1) > mostOfOne) return `a file or directory may have ${mostOfOne} properties`;
    if (!isNameOfProperty(name)) return 'a property has a name that clients cannot read';
    if (hasUntold(value) && isToldPlainly(value))
      return `${name.toString() === 'svn:log' ? 'the message' : 'a property'} has a character that clients cannot read`;
    if (isOfRevision && name.toString('latin1').startsWith(ownProperties)) return isReserved;
  }
  return undefined;
};

/** Other values stand in the server's XML in an encoding. */
const isToldPlainly = (value: Buffer): boolean => isUtf8(value) && !isEncoded(value);

/** Where an open transaction lies; undefined: that is no name of one. */
export const placeOf = (directory: string, name: string): string | undefined =>
  /^\d{1,10}-[0-9a-z]{1,13}$/.test(name) ? join(directory, 'db', 'transactions', `${name}.txn`) : undefined;

/** Where it says what its revision will say of itself. */
export const wordsFile = (directory: string, name: string): string | undefined => {
  const place = placeOf(directory, name);
  return place === undefined ? undefined : join(place, ofRevision);
};

/** Of whom an open transaction says that he has begun it, and whether it says what only we say of one. */
export interface TransactionWords {
  author?: string;
  hasOurs: boolean;
}

/** What an open transaction says of itself; undefined: there is none. One that says more than any may is nobody's. */
export const transactionWords = async (
  directory: string,
  name: string,
): Promise<TransactionWords | undefined> => {
  const file = wordsFile(directory, name);
  return file === undefined ? undefined : wordsIn(file, await sizeOf(file));
};

/** The same of its file, which has so many bytes. Others have the event loop meanwhile. */
export const wordsIn = async (file: string, size: number): Promise<TransactionWords | undefined> => {
  if (size > mostOfNode) return { hasOurs: false };
  const said = await readFile(file).catch(() => undefined);
  if (!said) return undefined;
  const words: TransactionWords = { hasOurs: false };
  for (const [property, value] of pairsIn(said)) {
    if (loopShare.isOver) await loopShare.pass();
    if (property.equals(authorProperty)) words.author = value.toString();
    else if (property.toString('latin1').startsWith(ownProperties)) words.hasOurs = true;
  }
  return words;
};

/** Whether somebody has begun it. */
export const isTransactionOf = async (
  author: string,
  directory: string,
  transaction: string,
): Promise<boolean> => (await transactionWords(directory, transaction))?.author === author;

/** What a file of properties says, one after the other. */
export const propertiesIn = async (file: string): Promise<Iterable<[name: string, value: Buffer]>> =>
  namedIn((await readFile(file).catch(unlessGone)) ?? Buffer.alloc(0));

function* namedIn(said: Buffer): Generator<[name: string, value: Buffer]> {
  for (const [name, value] of pairsIn(said)) yield [name.toString('latin1'), value];
}

const authorProperty = Buffer.from('svn:author');

/** As the file system of Subversion writes them: `K <length>`, the name, `V <length>`, the value, and `END`. */
function* pairsIn(said: Buffer): Generator<[name: Buffer, value: Buffer]> {
  let at = 0;
  const next = (letter: 'K' | 'V'): Buffer | undefined => {
    const end = said.indexOf('\n', at);
    const line = end < 0 ? '' : said.toString('latin1', at, Math.min(end, at + longestLine));
    const [, length] = lengthOf[letter].exec(line) ?? [];
    if (length === undefined) return undefined;
    const begin = end + 1;
    at = begin + Number(length) + 1;
    return said.subarray(begin, at - 1);
  };
  for (let name = next('K'); name !== undefined; name = next('K')) yield [name, next('V') ?? Buffer.alloc(0)];
}

const lengthOf = { K: /^K (\d{1,9})$/, V: /^V (\d{1,9})$/ };

/** Of those that say a length (bytes). */
const longestLine = 16;
