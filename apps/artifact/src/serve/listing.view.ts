import { compareBytes } from '@holdfast/kernel';
import { safetyHeaders } from './answer.js';

/** What stands in a directory. */
export interface Listed {
  readonly directories: readonly string[];
  readonly files: readonly { readonly name: string; readonly size?: number; readonly modified?: Date }[];
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
const row = (name: string, modified: Date | undefined, size: string): string =>
  `<a href="${name.includes(':') ? './' : ''}${address(name.replace(/\/$/, ''))}${name.endsWith('/') ? '/' : ''}">${label(name)}</a>` +
  `${' '.repeat(Math.max(1, 60 - name.length))}${stamp(modified)} ${size.padStart(14)}\n`;

/** The page of a directory in the style of Apache's, which Ivy and Gradle read; names in the order of their bytes. */
export const listingPage = (where: string, root: boolean, { directories, files }: Listed): string => {
  const rows = [
    ...directories.map((name) => ({ name: `${name}/`, line: row(`${name}/`, undefined, '-') })),
    ...files.map(({ name, size, modified }) => ({
      name,
      line: row(name, modified, size === undefined ? '-' : String(size)),
    })),
  ];
  rows.sort((left, right) => compareBytes(left.name, right.name));
  return (
    `<!DOCTYPE html>\n<html>\n<head><title>Index of ${title(where)}</title></head>\n<body>\n<h1>Index of ${title(where)}</h1>\n<pre>` +
    (root ? '' : '<a href="../">Parent Directory</a>\n') +
    rows.map(({ line }) => line).join('') +
    '</pre>\n</body>\n</html>\n'
  );
};

export const listingHeaders: Readonly<Record<string, string>> = {
  ...safetyHeaders,
  'Content-Type': 'text/html; charset=utf-8',
};
