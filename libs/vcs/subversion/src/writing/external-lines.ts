import { loopShare } from '@holdfast/kernel';
import { isKept } from '../process/kept-name.js';
import { isMeantDate } from './meant-dates.js';

/** So many words may a line have: a directory, an address, and `-r N`. */
const mostWords = 4;

/** Working copies have room for no longer path (bytes). */
const longestTarget = 3_500;

/** Nor asks a client for a longer address, as no server takes it: more of a line is not looked at (characters). */
const longestLine = 64 << 10;

/**
 * Whether there is a line in what `svn:externals` says by which all clients fail, or end themselves. Others have the
 * event loop meanwhile.
 */
export const hasBrokenExternal = async (said: string): Promise<boolean> => {
  for await (const line of linesIn(said)) {
    if (line.length > longestLine || targetIn(line) === undefined) return true;
  }
  return false;
};

/**
 * The directories above those into which the externals of such lines go, each once: relative to the one that has the
 * property. Undefined: there are more than so many.
 */
export const directoriesAbove = async (
  said: string,
  most: number,
): Promise<ReadonlySet<string> | undefined> => {
  const found = new Set<string>();
  for await (const line of linesIn(said)) {
    const parts = (targetIn(line) ?? '').split('/').filter((part) => part !== '' && part !== '.');
    for (let count = 1; count < parts.length; count += 1) found.add(parts.slice(0, count).join('/'));
    if (found.size > most) return undefined;
  }
  return found;
};

async function* linesIn(said: string): AsyncGenerator<string> {
  for (const each of said.split(/[\n\r]/)) {
    if (loopShare.isOver) await loopShare.pass();
    const line = trimmed(each);
    if (line !== '' && !line.startsWith('#')) yield line;
  }
}

/** Clients know no other white space. A line may have megabytes of it. */
const trimmed = (line: string): string => {
  let [begin, end] = [0, line.length];
  while (begin < end && space.has(line[begin])) begin += 1;
  while (end > begin && space.has(line[end - 1])) end -= 1;
  return line.slice(begin, end);
};

const space = new Set('\t\v\f ');

/**
 * Where the external of a line goes; undefined: clients cannot read it. The forms are `DIR URL` and `URL[@PEG] DIR`,
 * each with `-r N` or `-rN` before its address, or none.
 */
const targetIn = (line: string): string | undefined => {
  const words = wordsOf(line);
  const at = words.slice(0, 2).findIndex((word) => word.startsWith('-r'));
  const revised = at < 0 ? words : withoutRevision(words, at);
  if (revised?.length !== 2) return undefined;
  const [first, second] = revised;
  if (isUrl(first) && isUrl(second)) return undefined;
  if ((at === 0 && isUrl(second)) || (at === 1 && isUrl(first))) return undefined;
  const isNew = at === 0 || (at < 0 && (isUrl(first) || !isUrl(second)));
  const [address, target] = isNew ? [withoutPeg(first), second] : [second, first];
  const isBroken = (isNew && isBrokenPeg(first)) || isBrokenAddress(address) || isBrokenTarget(target);
  return isBroken ? undefined : target;
};

/**
 * As the clients' library takes a line apart, one word more than it may have at most. A quote counts where a word
 * begins or, after such a one, ends; a backslash stays where two stand.
 */
const wordsOf = (line: string): string[] => {
  const words: string[] = [];
  let at = 0;
  while (at < line.length && words.length <= mostWords) {
    const quote = line[at] === '"' || line[at] === "'" ? line[at] : undefined;
    if (quote !== undefined) at += 1;
    const begin = at;
    while (at < line.length && line[at] !== quote) {
      if (quote === undefined && isBlank(line[at])) break;
      at += line[at] === '\\' && /[ \t"']/.test(line[at + 1] ?? '') ? 2 : 1;
    }
    words.push(line.slice(begin, at).replace(/\\([^]|$)/g, '$1'));
    at += 1;
    while (isBlank(line[at])) at += 1;
  }
  return words;
};

const isBlank = (character: string | undefined): boolean => character === ' ' || character === '\t';

const isUrl = (word: string): boolean => /^[^:/]+:\/\//.test(word);

/** What is left of the words without the revision; undefined: that is none. */
const withoutRevision = (words: readonly string[], at: number): string[] | undefined => {
  const said = words[at].slice(2) || words[at + 1];
  const count = words[at] === '-r' ? 2 : 1;
  if (words.length !== 2 + count || !isRevision(said)) return undefined;
  return words.filter((_, each) => each < at || each >= at + count);
};

/** A number or a date, no word. */
const isRevision = (said: string): boolean => {
  const [, digits, date] = /^r*(?:(\d+)|\{([^}]*)\})$/.exec(said) ?? [];
  return digits !== undefined || (date !== undefined && isMeantDate(date));
};

const pegOf = (word: string): string | undefined => /@([^@/]*)$/.exec(word)?.[1];

const withoutPeg = (word: string): string => word.replace(/@[^@/]*$/, '');

const isBrokenPeg = (word: string): boolean => {
  const peg = pegOf(word);
  if (peg === undefined || peg === '' || /^r*(?:head|prev|base|committed)$/i.test(peg)) return false;
  const date = isUrl(word) ? /^%7b(.+)%7d$/i.exec(peg)?.[1] : undefined;
  return !isRevision(date === undefined ? peg : `{${decoded(date)}}`);
};

const decoded = (text: string): string =>
  text.replace(/%([0-9a-f]{2})/gi, (_, digits: string) => String.fromCharCode(parseInt(digits, 16)));

/** A directory below the one that has the property, and in nothing of which clients have something of their own. */
const isBrokenTarget = (word: string): boolean =>
  word.startsWith('/') ||
  word.split(/[/\\]/).some(isKept) ||
  /(?:^|\/)\.\.(?:\/|$)/.test(word) ||
  /^(?:\.?\/)*\.?$/.test(word) ||
  Buffer.byteLength(word) > longestTarget;

const usualPorts: Readonly<Record<string, readonly number[]>> = {
  'http:': [80],
  'https:': [443],
  'svn:': [3690],
  '': [80, 443, 3690],
};

/** Clients end themselves where they cannot write an address in the one form that they know. */
const isBrokenAddress = (word: string): boolean => {
  const [, scheme, host] = /^([^:/]+:|)\/\/(?:[^/@]*@)?([^/]*)/.exec(word) ?? [];
  if (scheme === undefined) return false;
  if (host.startsWith('[') && !/^\[[:0-9a-f]*\](?:[:\w-]|$)/i.test(host)) return true;
  const [, digits, rest] = /^(?:\[[^\]]*\][^:]*|[^[:][^:]*|):(\d+)(.*)$/.exec(host) ?? [];
  const usual = usualPorts[scheme.toLowerCase()];
  if (digits === undefined || usual === undefined) return false;
  const port = Number(BigInt.asIntN(64, BigInt(digits)));
  return usual.includes(port) && (rest !== '' || digits !== String(port));
};
