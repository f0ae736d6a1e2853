import { closeSync, openSync, readSync } from 'node:fs';
import { open, readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { RefTable, keyOf } from './ref-table.js';

/** Branches and tags of a repository at one moment. */
export interface Refs {
  readonly branches: RefTable;
  readonly tags: RefTable;
}

/** What `packed-refs` says, and which state of the file said it. */
export interface PackedRefs {
  readonly stamp: string;
  readonly heads: Column;
  readonly tags: Column;
}

interface Column {
  keys: string[];
  commits: string[];
}

const empty: PackedRefs = { stamp: '', heads: { keys: [], commits: [] }, tags: { keys: [], commits: [] } };

/**
 * Reads all branches and tags as git does: loose files first, then `packed-refs`, so that a ref which moves
 * from the one to the other in between is not missed. `known` saves parsing a file that has not changed.
 */
export const readRefs = async (
  directory: string,
  known?: PackedRefs,
): Promise<{ refs: Refs; packed: PackedRefs }> => {
  const [heads, tags] = await Promise.all([
    readLoose(directory, 'refs/heads/'),
    readLoose(directory, 'refs/tags/'),
  ]);
  const packed = await readPacked(directory, known);
  const refs = { branches: merge(packed.heads, heads), tags: merge(packed.tags, tags) };
  return { refs, packed };
};

/** What one ref (its full name) points at. */
export const readRef = async (directory: string, ref: string): Promise<string | undefined> => {
  try {
    const text = (await readFile(pathOf(directory, keyOf(ref)), 'latin1')).trim();
    if (objectId.test(text)) return text;
  } catch (error) {
    if (!isAbsence(error)) throw error;
  }
  return findPacked(directory, keyOf(ref));
};

/**
 * What `packed-refs` says of one ref, by its key. It goes through the file and holds none of it: there may be millions
 * of refs.
 */
const findPacked = async (directory: string, key: string): Promise<string | undefined> => {
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

/** The branch that HEAD names, whether or not it exists; undefined for a detached HEAD. */
export const readHead = async (directory: string): Promise<string | undefined> => {
  const text = await readFile(join(directory, 'HEAD'), 'utf8');
  return /^ref: refs\/heads\/(.+?)\s*$/.exec(text)?.[1];
};

const objectId = /^[0-9a-f]{40}$/;
const idLength = 40;
/** So many bytes of a file of refs are looked at in one step. */
const windowLength = 128 << 10;
/** So many small files are read in one turn of the event loop, which takes about half a millisecond. */
const filesInATurn = 64;

const pathOf = (directory: string, key: string): Buffer => {
  return Buffer.concat([Buffer.from(`${directory}/`), Buffer.from(key, 'latin1')]);
};

const readLoose = async (directory: string, prefix: string): Promise<Map<string, string>> => {
  const found = new Map<string, string>();
  const links = new Map<string, string>();
  const keys = await looseKeys(directory, prefix);
  const buffer = Buffer.alloc(512);
  for (const [at, key] of keys.entries()) {
    if (at > 0 && at % filesInATurn === 0) await nextTurn();
    const value = readSmall(pathOf(directory, key), buffer)?.trim() ?? '';
    if (objectId.test(value)) found.set(key.slice(prefix.length), value);
    else if (value.startsWith('ref: ')) links.set(key.slice(prefix.length), value.slice('ref: '.length));
  }
  for (const [name, target] of links) {
    const commit = await readRef(directory, Buffer.from(target, 'latin1').toString('utf8'));
    if (commit) found.set(name, commit);
  }
  return found;
};

/**
 * The beginning of a file, as far as the buffer goes. Synchronous on purpose: a ref is 41 bytes, and handing
 * each of thousands to another thread costs ten times as much as reading it.
 */
const readSmall = (path: Buffer, buffer: Buffer): string | undefined => {
  try {
    const file = openSync(path, 'r');
    try {
      return buffer.toString('latin1', 0, readSync(file, buffer, 0, buffer.length, 0));
    } finally {
      closeSync(file);
    }
  } catch (error) {
    return unlessAbsent(error);
  }
};

const looseKeys = async (directory: string, prefix: string): Promise<string[]> => {
  const entries = await readdir(pathOf(directory, prefix), { withFileTypes: true, encoding: 'latin1' }).catch(
    unlessAbsent,
  );
  const nested = (entries ?? []).map(async (entry): Promise<string[]> => {
    if (entry.isDirectory()) return looseKeys(directory, `${prefix}${entry.name}/`);
    return entry.name.endsWith('.lock') ? [] : [prefix + entry.name];
  });
  return (await Promise.all(nested)).flat();
};

const readPacked = async (directory: string, known?: PackedRefs): Promise<PackedRefs> => {
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

const merge = (packed: Column, loose: Map<string, string>): RefTable => {
  if (loose.size === 0) return new RefTable(packed.keys, packed.commits);
  const keys: string[] = [];
  const commits: string[] = [];
  let at = 0;
  const takePackedBelow = (limit?: string) => {
    while (at < packed.keys.length && (limit === undefined || packed.keys[at] < limit)) {
      keys.push(packed.keys[at]);
      commits.push(packed.commits[at]);
      at += 1;
    }
  };
  for (const key of [...loose.keys()].sort(compare)) {
    takePackedBelow(key);
    if (packed.keys[at] === key) at += 1;
    keys.push(key);
    commits.push(loose.get(key) as string);
  }
  takePackedBelow();
  return new RefTable(keys, commits);
};

const compare = (a: string, b: string): number => {
  return a < b ? -1 : a > b ? 1 : 0;
};

const isAbsence = (error: unknown): boolean => {
  const code = (error as NodeJS.ErrnoException).code;
  return code === 'ENOENT' || code === 'ENOTDIR' || code === 'EISDIR' || code === 'ENAMETOOLONG';
};

const unlessAbsent = (error: unknown): undefined => {
  if (!isAbsence(error)) throw error;
  return undefined;
};
