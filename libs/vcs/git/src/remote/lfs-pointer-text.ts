import { ownText } from '@holdfast/kernel';
import type { AskedObject } from '../lfs/lfs-batch.js';

/** Each of these words has been a release of git-lfs. */
const versions = [
  'https://git-lfs.github.com/spec/v1',
  'https://hawser.github.com/spec/v1',
  'http://git-media.io/v/2',
].map((each) => each.replaceAll('.', '\\.'));
const lineEnds = '(?:\\r?\\n)+';
/** Says how a file was changed before it was stored. */
const extensions = `(?:ext-\\d-\\w\\S* sha256:[0-9a-f]{64}${lineEnds}){0,10}`;
/** A file that stands for a large one, as git-lfs reads it: line ends may be those of Windows, and lines be empty. */
const pointer = new RegExp(
  `\\s*${extensions}version (?:${versions.join('|')})${lineEnds}` +
    `${extensions}oid sha256:([0-9a-f]{64})${lineEnds}${extensions}size (\\d{1,15})[\\t\\r ]*\\n`,
  'y',
);
/** So long is no such file, with the line before it (characters). */
const longest = 2_048;

/**
 * The large files for which small ones stand, in the text of many, with a line (`mark`) before each. The text comes in
 * pieces. Searched for is where a file begins: its lines cost nothing.
 */
export class LfsPointerText {
  private readonly found: AskedObject[] = [];
  private readonly begin: string;
  private text = '';

  constructor(mark: string) {
    this.begin = `${mark}\n`;
  }

  hear(piece: string): void {
    this.text += piece;
    this.search(this.text.length - longest);
  }

  /** All that were found. */
  end(): AskedObject[] {
    this.search(this.text.length);
    return this.found;
  }

  /** Looks at those that begin before a place, and forgets them. */
  private search(end: number): void {
    let at = this.text.indexOf(this.begin);
    let next = 0;
    for (; at >= 0 && at < end; at = this.text.indexOf(this.begin, next)) {
      next = at + this.begin.length;
      pointer.lastIndex = next;
      const [, oid, size] = pointer.exec(this.text) ?? [];
      if (oid !== undefined) this.found.push({ oid: ownText(oid), size: Number(size) });
    }
    this.text = this.text.slice(Math.max(next, end, 0));
  }
}
