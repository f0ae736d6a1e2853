import { VcsRefusal } from '@holdfast/vcs-spi';
import type { ObjectReader } from '../process/object-reader.js';
import { rootOf } from './commit-root.js';
import { directoryMode } from './entry-mode.js';
import { bytesOf, textOf, TreeRecords, typeOf, type RawEntry } from './tree-records.js';

/**
 * The directories on one path that are looked through have no more altogether (bytes): some 14,000,000 entries, which
 * take a few seconds.
 */
const mostWalked = 512 << 20;

/** What is asked for objects. */
type Reader = Pick<ObjectReader, 'info' | 'contents' | 'each'>;

/** What stands at a path. */
export interface WalkedEntry {
  raw: RawEntry;
  /** From the root, a character for each byte. */
  path: string;
}

/** A name that is looked for. */
interface WantedName {
  bytes: string;
  /** Where it may stand for one that is no UTF-8, and shows so. */
  shown?: string;
}

const wantedByText = (name: string): WantedName => ({
  bytes: bytesOf(name),
  ...(name.includes('\ufffd') ? { shown: name } : {}),
});

const partsOf = (path: string): string[] => (path === '' ? [] : path.split('/'));

/**
 * What a path leads to; the root has no name.
 * @throws VcsRefusal `too_large` where the directories on the way are, `unavailable` where nobody waits any longer
 */
export const walk = (
  reader: Reader,
  commit: string,
  path: string,
  signal: AbortSignal,
): Promise<WalkedEntry | undefined> => descend(reader, commit, partsOf(path).map(wantedByText), signal);

/** The same for a path of which each byte is known (a character for each). */
export const walkBytes = (
  reader: Reader,
  commit: string,
  path: string,
  signal: AbortSignal,
): Promise<WalkedEntry | undefined> => {
  const names = partsOf(path).map((bytes) => ({ bytes }));
  return descend(reader, commit, names, signal);
};

const descend = async (
  reader: Reader,
  commit: string,
  names: readonly WantedName[],
  signal: AbortSignal,
): Promise<WalkedEntry | undefined> => {
  const root = await rootOf(reader, commit);
  if (root === undefined) return undefined;
  let found: WalkedEntry = { raw: { mode: directoryMode, name: '', id: root }, path: '' };
  let walked = 0;
  for (const name of names) {
    if (typeOf(found.raw) !== 'directory') return undefined;
    const { id } = found.raw;
    const info = await reader.info(id);
    walked += typeof info === 'string' ? 0 : info.size;
    if (walked > mostWalked) throw new VcsRefusal('too_large', 'the directories of a path are too large');
    const raw = await named(reader, id, name, signal);
    if (!raw) return undefined;
    found = { raw, path: found.path === '' ? raw.name : `${found.path}/${raw.name}` };
  }
  return found;
};

/** The entry of a directory with this name; else the first whose name is no UTF-8 and shows so. */
const named = async (
  reader: Reader,
  tree: string,
  { bytes, shown }: WantedName,
  signal: AbortSignal,
): Promise<RawEntry | undefined> => {
  let exact: RawEntry | undefined;
  let alike: RawEntry | undefined;
  const look = (entry: RawEntry): boolean => {
    if (entry.name === bytes) exact = entry;
    else if (shown !== undefined && textOf(entry.name) === shown) alike ??= entry;
    return exact === undefined;
  };
  await eachEntry(
    reader,
    tree,
    signal,
    new TreeRecords(look, shown === undefined ? bytes.length : undefined),
  );
  return exact ?? alike;
};

/** Takes nothing more apart once nobody waits any longer. */
export const eachEntry = async (
  reader: Reader,
  tree: string,
  signal: AbortSignal,
  records: TreeRecords,
): Promise<void> => {
  const awaited = (): void => {
    if (signal.aborted) throw new VcsRefusal('unavailable', 'a directory took too long');
  };
  awaited();
  const found = await reader.each(tree, (piece) => {
    awaited();
    records.read(piece);
  });
  if (typeof found === 'string')
    throw new VcsRefusal('unavailable', 'a directory is missing in the repository');
};
