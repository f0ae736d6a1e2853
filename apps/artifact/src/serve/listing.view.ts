import { createHash } from 'node:crypto';
import { compareBytes, sortInSteps, stepLength } from '@holdfast/kernel';
import { safetyHeaders } from './answer.js';

interface Entry {
  readonly name: string;
  readonly size?: number;
  readonly modified?: Date;
}

/** What stands in a directory. */
export interface Listed {
  readonly directories: readonly string[];
  readonly files: readonly Entry[];
}

/**
 * Text of a link. Ivy compares it with the decoded address letter by letter and knows no entities, so an ampersand
 * stays; it can make no element. What could is escaped.
 */
const label = (name: string): string =>
  name.replace(/[<>]/g, (character) => (character === '<' ? '&lt;' : '&gt;'));
const title = (text: string): string => label(text.replaceAll('&', '&amp;'));
const address = (name: string): string => encodeURIComponent(name).replaceAll("'", '%27');

const stamp = (modified: Date | undefined): string =>
  modified ? modified.toISOString().slice(0, 16).replace('T', ' ') : ' '.repeat(16);

/** What Java can read as an address with a scheme; it knows letters of all scripts, and others of them than Node. */
const likeAddress = /^[a-z\u0080-\uFFFF][a-z\d.+\u0080-\uFFFF-]*:/i;
/**
 * Ivy passes over a row whose text is not its address. Such a name has to be passed over: Ivy asks for the name as an
 * address of its own, and gives up the whole list where Java knows no such scheme. Browsers show an entity as a colon.
 * And where a name is `[revision]`, Ivy writes that in its place for ever.
 */
const shown = (name: string): string =>
  likeAddress.test(name) || name.includes('[')
    ? label(name).replaceAll(':', '&#58;').replaceAll('[', '&#91;')
    : label(name);

const row = ({ name, size, modified }: Entry): string =>
  `<a href="${name.includes(':') ? './' : ''}${address(name.replace(/\/$/, ''))}${name.endsWith('/') ? '/' : ''}">${shown(name)}</a>` +
  `${' '.repeat(Math.max(1, 60 - name.length))}${stamp(modified)} ${String(size ?? '-').padStart(14)}\n`;

/** More directories, or more files, make no page. */
export const mostNames = 100_000;
/** Nor do names that together make a longer one: it has an account's share of the memory for texts. */
const mostBytes = 32 * 1024 * 1024;

/** A page, and the SHA-256 of it. */
export interface ListingPage {
  readonly bytes: Buffer;
  readonly digest: string;
}

/**
 * The page of a directory in the style of Apache's, which Ivy and Gradle read; names in the order of their bytes. Each
 * step takes some milliseconds at most. Undefined: it would be too long.
 */
export function* listingPage(
  where: string,
  root: boolean,
  { directories, files }: Listed,
): Generator<void, ListingPage | undefined> {
  const all: Entry[] = [...directories.map((name) => ({ name: `${name}/` })), ...files];
  const rows = yield* sortInSteps(all, (left, right) => compareBytes(left.name, right.name));
  const digest = createHash('sha256');
  const pieces: Buffer[] = [];
  let length = 0;
  const write = (text: string): void => {
    const piece = Buffer.from(text);
    digest.update(piece);
    pieces.push(piece);
    length += piece.length;
  };
  write(
    `<!DOCTYPE html>\n<html>\n<head><title>Index of ${title(where)}</title></head>\n<body>\n<h1>Index of ${title(where)}</h1>\n<pre>` +
      (root ? '' : '<a href="../">Parent Directory</a>\n'),
  );
  for (let at = 0; at < rows.length; at += stepLength) {
    if (at > 0) yield;
    write(
      rows
        .slice(at, at + stepLength)
        .map(row)
        .join(''),
    );
    if (length > mostBytes) return undefined;
  }
  write('</pre>\n</body>\n</html>\n');
  return { bytes: Buffer.concat(pieces), digest: digest.digest('hex') };
}

export const listingHeaders: Readonly<Record<string, string>> = {
  ...safetyHeaders,
  'Content-Type': 'text/html; charset=utf-8',
};
