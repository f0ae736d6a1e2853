import { closeSync, openSync, readFileSync, readSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { keyOf, type RefTable } from '@holdfast/vcs-spi';
import { isAbsence, unlessAbsent } from './absence.js';
import { looseEntries, placeOf } from './loose-entries.js';
import { findPacked, LargeRefs, readPacked, sizeOfPacked, type PackedRefs } from './packed-refs.js';
import { isRefName } from './ref-name.js';

/** Branches and tags of a repository at one moment. */
export interface Refs {
  readonly branches: RefTable;
  readonly tags: RefTable;
  /** `PackedRefs.others`: those that lie loose are not counted until they are packed. */
  readonly others: number;
}

/**
 * Reads all branches and tags as git does: loose files first, then `packed-refs`, so that a ref which moves
 * from the one to the other in between is not missed. `known` saves parsing a file that has not changed.
 * @throws LargeRefs if there are more than `most` bytes that are not known
 */
export const readRefs = async (
  directory: string,
  known?: PackedRefs,
  most = Infinity,
): Promise<{ refs: Refs; packed: PackedRefs }> => {
  const listed = await listLoose(directory, most);
  if (listed.bytes > most) throw new LargeRefs(listed.bytes + (await sizeOfPacked(directory)));
  const heads = await readLoose(directory, 'refs/heads/', listed.heads);
  const tags = await readLoose(directory, 'refs/tags/', listed.tags);
  const packed = await readPacked(directory, known, most);
  const { others } = packed;
  const refs = { branches: packed.heads.under(heads), tags: packed.tags.under(tags), others };
  return { refs, packed };
};

/** What one ref (its full name) points at; a name that is none leads nowhere. */
export const readRef = async (directory: string, ref: string): Promise<string | undefined> => {
  if (!isRefName(ref)) return undefined;
  try {
    const text = (await readFile(placeOf(directory, keyOf(ref)), 'latin1')).trim();
    if (objectId.test(text)) return text;
  } catch (error) {
    if (!isAbsence(error)) throw error;
  }
  return (await findPacked(directory, new Set([keyOf(ref)]))).get(keyOf(ref));
};

/**
 * What these refs (full names) point at; those that are not there are absent. Of all others nothing is held: there may
 * be millions.
 */
export const readSome = async (directory: string, refs: readonly string[]): Promise<Map<string, string>> => {
  const read = await readKeys(directory, refs.map(keyOf));
  const found = new Map<string, string>();
  for (const ref of refs) {
    const value = read.get(keyOf(ref));
    if (value !== undefined) found.set(ref, value);
  }
  return found;
};

/** The same by their keys, also of names that are no UTF-8. */
export const readKeys = async (directory: string, keys: readonly string[]): Promise<Map<string, string>> => {
  const found = new Map<string, string>();
  const packed = new Set<string>();
  const links = new Map<string, string>();
  const buffer = Buffer.alloc(512);
  for (const [at, key] of keys.entries()) {
    if (at > 0 && at % filesInATurn === 0) await nextTurn();
    if (!isRefName(key)) continue;
    const value = withoutEnd(readSmall(placeOf(directory, key), buffer) ?? '');
    if (objectId.test(value)) found.set(key, value);
    else if (value.startsWith(link)) links.set(key, targetOf(value));
    else packed.add(key);
  }
  for (const [key, target] of links) {
    const commit = await readRef(directory, target);
    if (commit) found.set(key, commit);
  }
  if (packed.size === 0) return found;
  for (const [key, value] of await findPacked(directory, packed)) found.set(key, value);
  return found;
};

/**
 * The branch that HEAD names, whether or not it exists; undefined for a detached HEAD. Each change asks for it some
 * times, so it is read at once, as references are.
 */
export const readHead = (directory: string): string | undefined => {
  const text = readFileSync(join(directory, 'HEAD'), 'utf8');
  return /^ref:[\t ]*refs\/heads\/([^\n]+?)[\t\n\r ]*$/.exec(text)?.[1];
};

/** What the line of a ref has in `packed-refs`, about. A directory counts as one: it takes memory, too. */
const looseLength = 80;
const objectId = /^[0-9a-f]{40}$/;
/** So many small files are read in one turn of the event loop, which takes about half a millisecond. */
const filesInATurn = 64;

/** So begins a loose ref that stands for another. */
const link = 'ref: ';

/** What git takes for blanks is no more than these: a name may end in others. */
const withoutEnd = (text: string): string => text.replace(/[\t\n\r ]+$/, '');

/** The other's full name. */
const targetOf = (value: string): string => Buffer.from(value.slice(link.length), 'latin1').toString('utf8');

/**
 * The keys of loose branches and tags, and for how many bytes all counts that lies there. Where those are more than
 * `most`, not all keys are held.
 */
const listLoose = async (
  directory: string,
  most: number,
): Promise<{ heads: string[]; tags: string[]; bytes: number }> => {
  const listed = { heads: [] as string[], tags: [] as string[], bytes: 0 };
  for (const sort of ['heads', 'tags'] as const)
    for await (const { key, isDirectory } of looseEntries(directory, `refs/${sort}/`)) {
      if (key === `refs/${sort}/`) continue;
      listed.bytes += looseLength;
      if (!isDirectory && listed.bytes <= most && !key.endsWith('.lock')) listed[sort].push(key);
    }
  return listed;
};

const readLoose = async (
  directory: string,
  prefix: string,
  keys: readonly string[],
): Promise<Map<string, string>> => {
  const found = new Map<string, string>();
  const links = new Map<string, string>();
  const buffer = Buffer.alloc(512);
  for (const [at, key] of keys.entries()) {
    if (at > 0 && at % filesInATurn === 0) await nextTurn();
    const value = withoutEnd(readSmall(placeOf(directory, key), buffer) ?? '');
    if (objectId.test(value)) found.set(key.slice(prefix.length), value);
    else if (value.startsWith(link)) links.set(key.slice(prefix.length), targetOf(value));
  }
  for (const [name, target] of links) {
    const commit = await readRef(directory, target);
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
