import { VcsRefusal } from '@holdfast/vcs-spi';
import { directoryMode, entryMode } from '../reading/entry-mode.js';

const idLength = 20;
const blank = 0x20;
const zero = 0x30;
const slash = 0x2f;

/** By this most names differ, without a string of each. */
const hashed = (hash: number, byte: number): number => (Math.imul(hash, 31) + byte) | 0;

/** The hash of a name that has a character for each byte. */
export const hashOfName = (name: string): number => {
  let hash = 0;
  for (let at = 0; at < name.length; at += 1) hash = hashed(hash, name.charCodeAt(at));
  return hash;
};

/** Goes through the contents of a tree, entry by entry. All its numbers are places in them, but `hash`. */
export class TreeCursor {
  start = 0;
  /** Where the mode begins without the zeros before it: a number of zeros has one. */
  mode = 0;
  name = 0;
  nameEnd = 0;
  end = 0;
  /** As `hashOfName` has it. */
  hash = 0;

  constructor(private readonly tree: Buffer) {}

  /**
   * Whether there is one more.
   * @throws VcsRefusal where it is no tree
   */
  next(): boolean {
    const { tree } = this;
    const { length } = tree;
    let at = this.end;
    if (at >= length) return false;
    this.start = at;
    while (at + 1 < length && tree[at] === zero && tree[at + 1] !== blank) at += 1;
    this.mode = at;
    while (at < length && tree[at] !== blank) at += 1;
    this.name = at += 1;
    let hash = 0;
    for (; at < length && tree[at] !== 0; at += 1) hash = hashed(hash, tree[at]);
    this.nameEnd = at;
    this.end = at + 1 + idLength;
    this.hash = hash;
    if (this.end > length) throw new VcsRefusal('unavailable', 'a directory that nobody can read');
    return true;
  }

  /** A character for each byte. */
  nameText(): string {
    return this.tree.toString('latin1', this.name, this.nameEnd);
  }

  /** As git takes it, without zeros before it. */
  modeText(): string {
    return this.modeDigits().replace(/^0/, '');
  }

  idText(): string {
    return this.tree.toString('hex', this.end - idLength, this.end);
  }

  /**
   * Whether it comes after `key`, which is a name with a slash behind it for a directory, and with a NUL for others.
   */
  isAfter(key: Buffer): boolean {
    const { tree, name, nameEnd } = this;
    const length = nameEnd - name;
    for (let at = 0; at < length; at += 1) {
      if (at >= key.length) return true;
      if (tree[name + at] !== key[at]) return tree[name + at] > key[at];
    }
    if (length >= key.length) return true;
    const last = this.isTree() ? slash : 0;
    return last > key[length];
  }

  private isTree(): boolean {
    return this.modeDigits() === directoryMode;
  }

  private modeDigits(): string {
    const { tree, mode, name } = this;
    return entryMode(tree, mode, name - 1);
  }
}
