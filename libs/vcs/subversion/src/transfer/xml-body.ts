import { isUtf8 } from 'node:buffer';
import { loopShare } from '@holdfast/kernel';
import { BodyFailure } from '@holdfast/vcs-spi/engine';
import { decoded } from '../reading/xml-reader.js';

/** An element with the text that it consists of: `start` and `end` are where the text stands in the body (bytes). */
export interface XmlText {
  /** The name of the element, without the part before its first colon. */
  readonly name: string;
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

export interface ScannedXml {
  /** The name of the outermost element, as those of `XmlText`. */
  readonly root: string;
  readonly texts: readonly XmlText[];
  /** The numbers of the elements that are such. */
  readonly revisions: readonly number[];
  /** How many elements there are. */
  readonly elements: number;
}

/** What is asked of a document: which elements are told with their text, and which may not be in it. */
export interface XmlQuestion {
  readonly texts: ReadonlySet<string>;
  readonly forbidden?: (name: string) => boolean;
  /** Whether an element consists of a path in a repository; in a document with this root. */
  readonly isPath?: (name: string, root: string) => boolean;
  /** Whether an element consists of the number of a revision; in a document with this root. */
  readonly isRevision?: (name: string, root: string) => boolean;
}

const [less, questionMark, exclamation, slash, greater, quote, apostrophe] = Buffer.from(`<?!/>"'`);

/** Clients nest five elements, name a handful of name spaces, and addresses of some KiB. */
const mostDepth = 32;
const mostNameSpaces = 100;
const longestTag = 16 << 10;
const mostTexts = 100;

/**
 * Looks through a document of a client before the server reads it. It lets through only what both read alike: UTF-8
 * without comments, sections, instructions and entities of its own; and only what the server reads in time that grows
 * with its length. Whether it is well-formed is the server's to say.
 * @throws BodyFailure `broken` where it is otherwise, `refused` where it has what is forbidden
 */
export const scanXml = async (body: Buffer, question: XmlQuestion): Promise<ScannedXml> => {
  if (!isUtf8(body) || body.includes(0)) throw unreadable();
  const texts: XmlText[] = [];
  const revisions: number[] = [];
  let root: string | undefined;
  let depth = 0;
  let nameSpaces = 0;
  let elements = 0;
  let at = afterDeclaration(body);
  for (let open = body.indexOf(less, at); open >= 0; open = body.indexOf(less, at)) {
    if (loopShare.isOver) await loopShare.pass();
    const first = body[open + 1];
    if (first === questionMark || first === exclamation) throw unreadable();
    const close = tagEnd(body, open);
    at = close + 1;
    if (first === slash) {
      depth -= 1;
      continue;
    }
    elements += 1;
    const isEmpty = body[close - 1] === slash;
    const tag = body.toString('latin1', open + 1, isEmpty ? close - 1 : close);
    const [name] = /^[^\t\n\r ]*/.exec(tag) ?? [''];
    // A blank of another script is none for the server: it would be another name there.
    if (!/^[!-~]+$/.test(name)) throw unreadable();
    const local = name.slice(name.indexOf(':') + 1);
    root ??= local;
    if (tag.length > name.length) nameSpaces += tag.split('xmlns').length - 1;
    if (nameSpaces > mostNameSpaces) throw unreadable();
    if (question.forbidden?.(local)) throw new BodyFailure('refused', 403, 'this property cannot be changed');
    const isPath = question.isPath?.(local, root) === true;
    if (isPath && !isSoundLink(tag.slice(name.length))) throw notPlain();
    if (isEmpty) continue;
    if ((depth += 1) > mostDepth) throw unreadable();
    const isRevision = question.isRevision?.(local, root) === true;
    if (!isPath && !isRevision && !question.texts.has(local)) continue;
    const end = body.indexOf(less, at);
    // A text with elements in it would be read otherwise by the server.
    if (end < 0 || body[end + 1] !== slash || end - at > longestTag) throw unreadable();
    if (isPath) {
      if (!isSoundPath(body.toString('utf8', at, end))) throw notPlain();
      continue;
    }
    if (texts.length + revisions.length === mostTexts) throw unreadable();
    if (isRevision) {
      revisions.push(numbered(body.toString('latin1', at, end)));
      continue;
    }
    texts.push({ name: local, text: addressed(body.toString('utf8', at, end)), start: at, end });
  }
  return { root: root ?? '', texts, revisions, elements };
};

/** The same document with other texts in places of those that were told, in their order. */
export const withTexts = (body: Buffer, { texts }: ScannedXml, others: readonly string[]): Buffer => {
  const pieces: Buffer[] = [];
  let at = 0;
  for (const [index, { start, end }] of texts.entries()) {
    pieces.push(body.subarray(at, start), Buffer.from(others[index]));
    at = end;
  }
  return Buffer.concat([...pieces, body.subarray(at)]);
};

/** What a document may say of itself. */
const declaration =
  /^(?:\xef\xbb\xbf)?(?:<\?xml\s+version\s*=\s*["']1\.0["'](?:\s+encoding\s*=\s*["']utf-?8["'])?\s*\?>)?/i;

const afterDeclaration = (body: Buffer): number =>
  declaration.exec(body.toString('latin1', 0, 256))?.[0].length ?? 0;

/** Where the tag ends that begins there. */
const tagEnd = (body: Buffer, open: number): number => {
  const most = Math.min(body.length, open + longestTag);
  for (let at = open + 1; at < most; at += 1) {
    const byte = body[at];
    if (byte === greater) return at;
    if (byte !== quote && byte !== apostrophe) continue;
    at = body.indexOf(byte, at + 1);
    if (at < 0) break;
  }
  throw unreadable();
};

/**
 * A path as clients write it, with nothing that the server would make another one of: it ends itself where it finds
 * such a path, and with it what it does for others. It takes blanks off some.
 */
const isSoundPath = (text: string): boolean =>
  !/&(?!(?:amp|lt|gt|quot|apos);)/.test(text) &&
  [text, text.trim()].every(
    (path) => path === '' || path.split('/').every((name) => !/^\.{0,2}$/.test(name)),
  );

/**
 * Where a part of a working copy comes from, from the root on: an attribute beside its path. Attributes stand one
 * behind the other, and nothing else: each character is looked at once.
 */
const isSoundLink = (attributes: string): boolean => {
  const next = /[\t\n\r ]*([^\t\n\r =]+)[\t\n\r ]*=[\t\n\r ]*(?:"([^"]*)"|'([^']*)')/y;
  let end = attributes.length;
  while (/^[\t\n\r ]$/.test(attributes.charAt(end - 1))) end -= 1;
  while (next.lastIndex < end) {
    const [all, name = '', ...quoted] = next.exec(attributes) ?? [];
    if (all === undefined) return false;
    const link = quoted.find((each) => each !== undefined) ?? '';
    if (/(?:^|:)linkpath$/.test(name) && (!link.startsWith('/') || !isSoundPath(link.slice(1)))) return false;
  }
  return true;
};

const notPlain = (): BodyFailure =>
  new BodyFailure('broken', 400, 'the request names a path that is not written as clients write it');

const numbered = (text: string): number => {
  const [, digits] = /^[\t\n\r ]{0,10}(\d{1,10})[\t\n\r ]{0,10}$/.exec(text) ?? [];
  if (digits === undefined) throw unreadable();
  return Number(digits);
};

const addressed = (text: string): string => {
  if (/&(?!(?:amp|lt|gt|quot|apos);)/.test(text)) throw unreadable();
  return decoded(text).trim();
};

const unreadable = (): BodyFailure =>
  new BodyFailure(
    'broken',
    400,
    'the body is no plain XML in UTF-8 of the form that clients of Subversion send',
  );
