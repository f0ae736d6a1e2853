import { loopShare } from '@holdfast/kernel';
import { hashOfName, TreeCursor } from './tree-cursor.js';

/** What stands at a name in a tree. The mode has no zeros before it. */
export interface TreeItem {
  mode: string;
  id: string;
}

export const treeMode = '40000';

/** So many bytes of a tree are looked at before others may have the event loop: that takes half a millisecond. */
const stride = 128 << 10;

/** Names by which entries are asked for: few strings are made of a tree whose entries nobody wants. */
class Wanted {
  private readonly hashes: ReadonlySet<number>;

  constructor(private readonly names: { has(name: string): boolean; keys(): Iterable<string> }) {
    this.hashes = new Set(Array.from(names.keys(), hashOfName));
  }

  /** The name of the entry, where it is one of them. */
  nameAt(entry: TreeCursor): string | undefined {
    if (!this.hashes.has(entry.hash)) return undefined;
    const name = entry.nameText();
    return this.names.has(name) ? name : undefined;
  }
}

/** What stands at these names (a character for each byte) in the contents of a tree. */
export const itemsNamed = async (
  tree: Buffer,
  names: { has(name: string): boolean; keys(): Iterable<string> },
): Promise<Map<string, TreeItem>> => {
  const found = new Map<string, TreeItem>();
  const wanted = new Wanted(names);
  const entry = new TreeCursor(tree);
  for (let pause = stride; entry.next();) {
    const name = wanted.nameAt(entry);
    if (name !== undefined) found.set(name, { mode: entry.modeText(), id: entry.idText() });
    if (entry.end < pause) continue;
    pause += stride;
    if (loopShare.isOver) await loopShare.pass();
  }
  return found;
};

/** The contents of the tree with these names changed; undefined: there is nothing at the name any more. */
export const editedTree = async (
  tree: Buffer,
  changed: ReadonlyMap<string, TreeItem | undefined>,
): Promise<Buffer> => {
  const coming = [...changed].flatMap(([name, item]) => (item ? [entryOf({ ...item, name })] : []));
  coming.sort((one, other) => Buffer.compare(one.key, other.key));
  const edited = new Copied(
    tree,
    coming.reduce((sum, { bytes }) => sum + bytes.length, 0),
  );
  const wanted = new Wanted(changed);
  const entry = new TreeCursor(tree);
  let next = 0;
  for (let pause = stride; entry.next();) {
    if (wanted.nameAt(entry) !== undefined) edited.skip(entry.start, entry.end);
    else {
      for (; next < coming.length && entry.isAfter(coming[next].key); next += 1)
        edited.insert(coming[next].bytes, entry.start);
      // What very old programs wrote with zeros before it is not written so again.
      if (entry.mode > entry.start) edited.skip(entry.start, entry.mode);
    }
    if (entry.end < pause) continue;
    pause += stride;
    edited.copyUpTo(entry.end);
    if (loopShare.isOver) await loopShare.pass();
  }
  for (; next < coming.length; next += 1) edited.insert(coming[next].bytes, tree.length);
  return edited.whole();
};

/** A copy of a tree with some of its bytes left out, and others put in: what is between is copied as it is. */
class Copied {
  private readonly bytes: Buffer;
  private length = 0;
  /** Up to where the tree is copied. */
  private from = 0;

  /** `more`: bytes that are put in altogether. */
  constructor(
    private readonly tree: Buffer,
    more: number,
  ) {
    this.bytes = Buffer.allocUnsafe(tree.length + more);
  }

  /** Copies what is not copied yet, up to there: nothing before it is left out or put in any more. */
  copyUpTo(end: number): void {
    if (end > this.from) this.length += this.tree.copy(this.bytes, this.length, this.from, end);
    this.from = end;
  }

  skip(start: number, end: number): void {
    this.copyUpTo(start);
    this.from = end;
  }

  insert(bytes: Buffer, at: number): void {
    this.copyUpTo(at);
    this.length += bytes.copy(this.bytes, this.length);
  }

  whole(): Buffer {
    this.copyUpTo(this.tree.length);
    return this.bytes.subarray(0, this.length);
  }
}

/** Its bytes, and by what git puts it in order: a directory as if its name ended with a slash. */
const entryOf = ({ mode, name, id }: TreeItem & { name: string }): { key: Buffer; bytes: Buffer } => ({
  key: Buffer.from(mode === treeMode ? `${name}/` : `${name}\0`, 'latin1'),
  bytes: Buffer.concat([Buffer.from(`${mode} ${name}\0`, 'latin1'), Buffer.from(id, 'hex')]),
});
