import type { Annotation, Commit, Signature } from './vcs-history.js';
import type { CommitSignature } from './vcs-signature.js';

/** An answer ends behind the object with which it passes so many bytes of text in JSON. */
export const mostText = 3 << 20;

/**
 * No more of a message is told (bytes in JSON): one object is written and read in one go, by each who passes it on. The
 * longest that the API takes fits in, of letters of three bytes.
 */
export const mostMessage = 160 << 10;

/** The beginning of a text that has no more bytes in JSON than so many, where control characters have six. */
export const toldBeginning = (text: string, most = mostMessage): string => {
  if (text.length * 6 <= most) return text;
  const { end } = counted(text, most);
  // A part of a large text would keep all of it in memory.
  return end === text.length ? text : Buffer.from(text.slice(0, end), 'utf16le').toString('utf16le');
};

/** How many characters have no more bytes in JSON than so many, and how many these have. */
const counted = (text: string, most = Infinity): { end: number; bytes: number } => {
  let bytes = 0;
  for (let at = 0; at < text.length;) {
    const isWhole = isPair(text, at);
    const more = isWhole ? 4 : bytesOf(text.charCodeAt(at));
    if (bytes + more > most) return { end: at, bytes };
    bytes += more;
    at += isWhole ? 2 : 1;
  }
  return { end: text.length, bytes };
};

const isPair = (text: string, at: number): boolean =>
  (text.charCodeAt(at) & 0xfc00) === 0xd800 && (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00;

/** Of one character, also of half a pair, which is told by its number. */
const bytesOf = (code: number): number => {
  if (code === 0x22 || code === 0x5c || (code >= 8 && code <= 13 && code !== 11)) return 2;
  if (code < 0x20 || (code & 0xf800) === 0xd800) return 6;
  if (code < 0x80) return 1;
  return code < 0x800 ? 2 : 3;
};

/** Bytes in JSON of what is told of a commit or an annotation, but for names, whose characters are counted. */
export const lengthOf = (one: Commit | Annotation): number =>
  counted(one.message).bytes +
  ('parents' in one
    ? one.parents.length * parentLength + ofPeople(one.author, one.committer) + ofSignature(one.signature)
    : ofPeople(one.tagger));

/** Of a parent, with what divides it from the next. */
const parentLength = 41;

const ofPeople = (...people: (Signature | undefined)[]): number =>
  people.reduce((sum, each) => sum + (each ? each.name.length + each.email.length : 0), 0);

const ofSignature = (signature: CommitSignature | undefined): number =>
  (signature?.text.length ?? 0) + (signature?.signed?.length ?? 0);
