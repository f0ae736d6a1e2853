import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { unlessAbsent } from './absence.js';

/** What `packed-refs` says, and which state of the file said it. */
export interface PackedRefs {
  readonly stamp: string;
  readonly heads: Column;
  readonly tags: Column;
}

/** Names of refs without what all begin with, in their order, and what they point at. */
export interface Column {
  keys: string[];
  commits: string[];
}

const empty: PackedRefs = { stamp: '', heads: { keys: [], commits: [] }, tags: { keys: [], commits: [] } };

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
        if (keys.has(key)) found.set(copied(key), copied(text.slice(start, start + idLength)));
      }
      rest = text.slice(start);
    }
  } finally {
    await file.close();
  }
};

/** A part of a text that does not hold on to the whole of it. */
const copied = (part: string): string => Buffer.from(part, 'latin1').toString('latin1');

/** `known` saves parsing a file that has not changed. */
export const readPacked = async (directory: string, known?: PackedRefs): Promise<PackedRefs> => {
  const file = await readIfThere(join(directory, 'packed-refs'), known?.stamp);
  if (!file) return empty;
  return file.stamp === known?.stamp ? known : parsePacked(file.text, file.stamp);
};

/** Stamp and text come from one open file: git replaces it by a rename and never writes into it. */
const readIfThere = async (
  path: string,
  stamp?: string,
): Promise<{ text: string; stamp: string } | undefined> => {
  const file = await open(path).catch(unlessAbsent);
  if (!file) return undefined;
  try {
    const { ino, size, mtimeNs, ctimeNs } = await file.stat({ bigint: true });
    const now = `${ino}.${size}.${mtimeNs}.${ctimeNs}`;
    return { text: now === stamp ? '' : await file.readFile('latin1'), stamp: now };
  } finally {
    await file.close();
  }
};

export const parsePacked = (text: string, stamp: string): PackedRefs => {
  const heads: Column = { keys: [], commits: [] };
  const tags: Column = { keys: [], commits: [] };
  for (let start = 0, end; (end = text.indexOf('\n', start)) >= 0; start = end + 1) {
    const column = text.startsWith('refs/heads/', start + 41)
      ? heads
      : text.startsWith('refs/tags/', start + 41)
        ? tags
        : undefined;
    // A comment or the "^" line of a peeled tag has no ref name at this place.
    if (!column || text[start + 40] !== ' ') continue;
    column.keys.push(text.slice(start + 41 + (column === heads ? 11 : 10), end));
    column.commits.push(text.slice(start, start + 40));
  }
  return { stamp, heads: sortedColumn(heads), tags: sortedColumn(tags) };
};

const sortedColumn = (column: Column): Column => {
  const inOrder = column.keys.every((key, at) => at === 0 || column.keys[at - 1] < key);
  if (inOrder) return column;
  const order = [...column.keys.keys()].sort((a, b) => compare(column.keys[a], column.keys[b]));
  return {
    keys: order.map((at) => column.keys[at]),
    commits: order.map((at) => column.commits[at]),
  };
};

/** The order of the keys. */
export const compare = (a: string, b: string): number => {
  return a < b ? -1 : a > b ? 1 : 0;
};
