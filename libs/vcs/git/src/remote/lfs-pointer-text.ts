import { ownText } from '@holdfast/kernel';
import type { AskedObject } from '../lfs/lfs-batch.js';

const version = 'version https://git-lfs.github.com/spec/v1';
/** What follows it in a file that stands for a large one, behind what says how it was changed before it was stored. */
const rest = /(?:ext-\d-[\w-]+ sha256:[0-9a-f]{64}\n){0,10}oid sha256:([0-9a-f]{64})\nsize (\d{1,15})\n/y;
/** So long is no such file, as it is looked for (characters). */
const longest = 1_024;

/**
 * The large files for which small ones stand, in the text of many, with a line (`mark`) before each. The text comes in
 * pieces. Searched for is where such a file begins: lines of others cost nothing.
 */
export class LfsPointerText {
  private readonly found: AskedObject[] = [];
  private readonly begin: string;
  private text = '';

  constructor(mark: string) {
    this.begin = `${mark}\n${version}\n`;
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
      rest.lastIndex = next;
      const [, oid, size] = rest.exec(this.text) ?? [];
      if (oid !== undefined) this.found.push({ oid: ownText(oid), size: Number(size) });
    }
    this.text = this.text.slice(Math.max(next, end, 0));
  }
}
