import { open, stat, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { ownText } from '@holdfast/kernel';
import { compareKeys, RefTable, refWeight } from '@holdfast/vcs-spi';
import { unlessAbsent } from './absence.js';
import { isReserved, reservedPrefix } from './ref-name.js';

/** What `packed-refs` says of branches and tags, and which state of the file said it. */
export interface PackedRefs {
  readonly stamp: string;
  readonly heads: RefTable;
  readonly tags: RefTable;
  /** What all others take together that clients have named (bytes, as `RefSnapshot.weight`): none of them is held. */
  readonly others: number;
}

/** There are more bytes of refs than may be read without a turn. */
export class LargeRefs extends Error {
  constructor(readonly bytes: number) {
    super(`${bytes} bytes of references`);
  }
}

const empty: PackedRefs = { stamp: '', heads: RefTable.of([], []), tags: RefTable.of([], []), others: 0 };

const idLength = 40;
/** So many bytes of a file of refs are looked at in one step. */
const windowLength = 128 << 10;
/** Where more are looked for, lines are compared instead of bytes. */
const fewKeys = 4;

/**
 * What `packed-refs` says of some refs, by their keys. It goes through the file and holds none of it: there may be
 * millions of refs.
 */
export const findPacked = async (
  directory: string,
  keys: ReadonlySet<string>,
): Promise<Map<string, string>> => {
  if (keys.size > fewKeys) return findMany(directory, keys);
  const found = new Map<string, string>();
  for (const key of keys) {
    const value = await findOne(directory, key);
    if (value !== undefined) found.set(key, value);
  }
  return found;
};

const findOne = async (directory: string, key: string): Promise<string | undefined> => {
  const file = await open(join(directory, 'packed-refs')).catch(unlessAbsent);
  if (!file) return undefined;
  const wanted = Buffer.from(` ${key}\n`, 'latin1');
  const line = idLength + wanted.length;
  const window = Buffer.allocUnsafe(windowLength + line);
  try {
    for (let kept = 0; ;) {
      const { bytesRead } = await file.read(window, kept, window.length - kept);
      const bytes = window.subarray(0, kept + bytesRead);
      const at = bytes.indexOf(wanted);
      if (at >= idLength) return bytes.toString('latin1', at - idLength, at);
      if (bytesRead === 0) return undefined;
      kept = Math.min(line, bytes.length);
      bytes.copy(window, 0, bytes.length - kept);
    }
  } finally {
    await file.close();
  }
};

const findMany = async (directory: string, keys: ReadonlySet<string>): Promise<Map<string, string>> => {
  const found = new Map<string, string>();
  const file = await open(join(directory, 'packed-refs')).catch(unlessAbsent);
  if (!file) return found;
  try {
    let rest = '';
    const window = Buffer.allocUnsafe(windowLength);
    for (;;) {
      const { bytesRead } = await file.read(window, 0, windowLength);
      if (bytesRead === 0) return found;
      const text = rest + window.toString('latin1', 0, bytesRead);
      let start = 0;
      for (let end; (end = text.indexOf('\n', start)) >= 0; start = end + 1) {
        const key = text.slice(start + idLength + 1, end);
        if (keys.has(key)) found.set(ownText(key), ownText(text.slice(start, start + idLength)));
      }
      rest = text.slice(start);
    }
  } finally {
    await file.close();
  }
};

/**
 * All branches and tags of `packed-refs`. `known` saves parsing a file that has not changed. Stamp and lines come from
 * one open file: git replaces it by a rename and never writes into it.
 * @throws LargeRefs if it has more than `most` bytes and is not known
 */
export const readPacked = async (
  directory: string,
  known?: PackedRefs,
  most = Infinity,
): Promise<PackedRefs> => {
  const file = await open(join(directory, 'packed-refs')).catch(unlessAbsent);
  if (!file) return empty;
  try {
    const { ino, size, mtimeNs, ctimeNs } = await file.stat({ bigint: true });
    const stamp = `${ino}.${size}.${mtimeNs}.${ctimeNs}`;
    if (stamp === known?.stamp) return known;
    if (size > most) throw new LargeRefs(Number(size));
    return { stamp, ...(await tablesOf(file)) };
  } finally {
    await file.close();
  }
};

export const sizeOfPacked = async (directory: string): Promise<number> =>
  (await stat(join(directory, 'packed-refs')).catch(unlessAbsent))?.size ?? 0;

/** Goes through the file in windows: names and ids are copied out of them, so that nothing holds the file's text. */
const tablesOf = async (file: FileHandle): Promise<Omit<PackedRefs, 'stamp'>> => {
  const heads = new Column('refs/heads/');
  const tags = new Column('refs/tags/');
  let others = 0;
  const window = Buffer.allocUnsafe(windowLength);
  for (let kept = 0; ;) {
    const { bytesRead } = await file.read(window, kept, window.length - kept);
    if (bytesRead === 0) break;
    const bytes = window.subarray(0, kept + bytesRead);
    let start = 0;
    for (let end; (end = bytes.indexOf(lineEnd, start)) >= 0; start = end + 1)
      if (!heads.take(bytes, start, end) && !tags.take(bytes, start, end))
        others += weightOf(bytes, start, end);
    kept = bytes.copy(window, 0, start);
    if (kept === window.length) throw new Error('packed-refs has a line that is no reference');
  }
  return { heads: heads.table, tags: tags.table, others };
};

const lineEnd = 0x0a;
const blank = 0x20;

/** Where the name of a line's ref begins. A comment and the "^" line of a peeled tag have none. */
const nameAt = (bytes: Buffer, start: number): number | undefined => {
  const name = start + idLength + 1;
  return bytes[name - 1] === blank ? name : undefined;
};

/** What the ref of a line takes, if it is one that a client may have named. */
const weightOf = (bytes: Buffer, start: number, end: number): number => {
  const name = nameAt(bytes, start);
  const prefix = name === undefined ? '' : bytes.toString('latin1', name, name + reservedPrefix);
  return name === undefined || !prefix.startsWith('refs/') || isReserved(prefix) ? 0 : refWeight(end - name);
};

/** The refs of a file whose names begin alike. */
class Column {
  private readonly prefix: Buffer;
  private readonly keys: string[] = [];
  private readonly commits: string[] = [];

  constructor(prefix: string) {
    this.prefix = Buffer.from(prefix, 'latin1');
  }

  /** Whether the line is one of them. */
  take(bytes: Buffer, start: number, end: number): boolean {
    const name = nameAt(bytes, start);
    if (name === undefined) return false;
    for (let at = 0; at < this.prefix.length; at += 1) if (bytes[name + at] !== this.prefix[at]) return false;
    this.keys.push(bytes.toString('latin1', name + this.prefix.length, end));
    this.commits.push(bytes.toString('latin1', start, start + idLength));
    return true;
  }

  get table(): RefTable {
    const { keys, commits } = this;
    if (keys.every((key, at) => at === 0 || keys[at - 1] < key)) return RefTable.of(keys, commits);
    const order = [...keys.keys()].sort((a, b) => compareKeys(keys[a], keys[b]));
    return RefTable.of(
      order.map((at) => keys[at]),
      order.map((at) => commits[at]),
    );
  }
}
