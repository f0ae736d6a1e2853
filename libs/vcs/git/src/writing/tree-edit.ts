import { VcsRefusal } from '@holdfast/vcs-spi';

/** What stands at a name in a tree. The mode has no zeros before it. */
export interface TreeItem {
  mode: string;
  id: string;
}

/** An entry where it stands: its bytes and the name in them, a character for each byte. */
interface Standing {
  start: number;
  end: number;
  name: string;
  mode: string;
}

const idLength = 20;
export const treeMode = '40000';

/** @throws VcsRefusal where it is no tree */
function* standing(tree: Buffer): Generator<Standing> {
  for (let start = 0; start < tree.length;) {
    const blank = tree.indexOf(0x20, start);
    const nul = tree.indexOf(0, blank);
    const end = nul + 1 + idLength;
    if (blank < 0 || nul < 0 || end > tree.length)
      throw new VcsRefusal('unavailable', 'a directory that nobody can read');
    const mode = tree.toString('latin1', start, blank).replace(/^0+/, '');
    // What very old programs wrote with zeros before it is not written so again.
    yield { start: blank - mode.length, end, name: tree.toString('latin1', blank + 1, nul), mode };
    start = end;
  }
}

/** What stands at these names (a character for each byte) in the contents of a tree. */
export const itemsNamed = (tree: Buffer, names: { has(name: string): boolean }): Map<string, TreeItem> => {
  const found = new Map<string, TreeItem>();
  for (const { name, mode, end } of standing(tree))
    if (names.has(name)) found.set(name, { mode, id: tree.toString('hex', end - idLength, end) });
  return found;
};

/** The contents of the tree with these names changed; undefined: there is nothing at the name any more. */
export const editedTree = (tree: Buffer, changed: ReadonlyMap<string, TreeItem | undefined>): Buffer => {
  const added = [...changed].flatMap(([name, item]) => (item ? [{ ...item, name }] : []));
  const coming = added.map((each) => ({ key: keyOf(each), bytes: bytesOf(each) }));
  coming.sort((a, b) => (a.key < b.key ? -1 : 1));
  const pieces: Buffer[] = [];
  let next = 0;
  for (const each of standing(tree)) {
    if (changed.has(each.name)) continue;
    for (const key = keyOf(each); next < coming.length && coming[next].key < key; next += 1)
      pieces.push(coming[next].bytes);
    pieces.push(tree.subarray(each.start, each.end));
  }
  return Buffer.concat([...pieces, ...coming.slice(next).map(({ bytes }) => bytes)]);
};

/** By what git puts entries in order: a directory as if its name ended with a slash. */
const keyOf = ({ name, mode }: { name: string; mode: string }): string =>
  mode === treeMode ? `${name}/` : `${name}\0`;

const bytesOf = ({ mode, name, id }: TreeItem & { name: string }): Buffer =>
  Buffer.concat([Buffer.from(`${mode} ${name}\0`, 'latin1'), Buffer.from(id, 'hex')]);
