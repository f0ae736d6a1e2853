import { setTimeout as sleep } from 'node:timers/promises';
import { contentMark, type FileLook } from '@holdfast/platform/files';
import { isAsItWas, markOf } from '../nodes/file-mark.js';
import type { KnownFiles } from '../nodes/known-files.js';
import type { NodePlace } from '../nodes/node-files.js';
import { ContentWriter, LineWriter } from '../vault/content-writer.js';
import { untilUnreadable } from '../vault/readable.js';
import type { Piece, Vault } from '../vault/vault.js';

/** Between two looks at a directory that is written to (ms): what was written to in the last tick can be told then. */
const pause = 25;
/** After so many looks in a row the directory is left alone for longer, for as long as those took. */
const looksInARow = 10;

/** A file of a copy. */
export interface CopiedFile {
  path: string;
  mode: number;
  /** What it looked like; empty: nobody may take it for unchanged. */
  mark: string;
  piece: Piece;
}

/** What was copied of a file, whichever its name. */
export type CopiedContent = Pick<CopiedFile, 'mode' | 'piece'>;

/** A line of the list of a copy. */
export type CopiedEntry = { directory: string } | CopiedFile;

/** A copy of a directory as it was at one moment. */
export interface DirectoryCopy {
  list: Piece;
  files: number;
  bytes: number;
}

export interface CopyOptions {
  /** The list of an earlier copy: what looks as it did then is not read again. */
  earlier?: Piece | undefined;
  /** Hears what of that cannot be read: it is read from the directory again. */
  passedOver?: ((why: string) => void) | undefined;
  /**
   * So long (ms), or as long as the first look took, which copies all that is new, the directory is waited for after
   * that look to stand still between two. Absent: one look is enough, since each file of it is as good as it was then,
   * or was a little later.
   */
  patience?: number;
  /** How many files and directories there may be; absent: as many as anybody lists. */
  most?: number | undefined;
  /** Paths that are not in it, with all that lies below them. */
  without?: RegExp | undefined;
  /** Files that never change once they have their names. */
  lasting?: RegExp | undefined;
  /** Files with several names that were copied already, also of other directories; these are put there, too. */
  shared?: KnownFiles<CopiedContent> | undefined;
}

/** The directory was written to all the time. */
export class NeverAtRest extends Error {
  override readonly name = 'NeverAtRest';
  constructor() {
    super('it was written to all the time');
  }
}

/**
 * Copies a directory while it is written to, as it was at one moment: it is looked at again and again, and what looks
 * different is copied again, until nothing does. So between the last copy of a file and the last look nothing has
 * changed, and the copy is what a crash would have left at that moment.
 * @throws NeverAtRest, TooManyFiles
 */
export const copyDirectory = async (
  from: NodePlace,
  vault: Vault,
  { earlier, passedOver = () => undefined, patience, most, without, lasting, shared }: CopyOptions = {},
): Promise<DirectoryCopy> => {
  const copied = new Map<string, CopiedFile>();
  const keep = (file: CopiedFile, look: FileLook, mark = file.mark): void => {
    copied.set(file.path, file);
    const { mode, piece } = file;
    if (look.shared) shared?.set(from.node, contentMark(mark), piece.size, { mode, piece });
  };
  const isSame = (path: string, before: string, now: string): boolean =>
    isAsItWas(before, now, lasting?.test(path));
  const content = new ContentWriter(vault);
  let until = 0;
  for (let looks = 1, began = Date.now(); ; looks += 1) {
    const { files, directories } = await from.node.list(from.at, { most, without });
    if (earlier && looks === 1)
      for await (const entry of untilUnreadable(entriesOf(vault, earlier), passedOver)) {
        if (!('path' in entry)) continue;
        // What looks as it did then and is there; nothing else of it comes into memory.
        const look = files.get(entry.path);
        if (!look || !isSame(entry.path, entry.mark, markOf(look))) continue;
        if (vault.hasAll(entry.piece)) keep(entry, look, markOf(look));
      }
    let isAtRest = true;
    for (const path of copied.keys())
      if (!files.has(path)) {
        copied.delete(path);
        isAtRest = false;
      }
    for (const [path, look] of files) {
      const mark = markOf(look);
      const before = copied.get(path);
      if (before && isSame(path, before.mark, mark)) continue;
      isAtRest = false;
      const known = look.shared ? shared?.get(from.node, contentMark(mark)) : undefined;
      const file = known
        ? { path, mode: known.mode, mark, piece: known.piece }
        : await copyFile(from, path, content);
      if (file) keep(file, look);
      else copied.delete(path);
    }
    if (isAtRest || patience === undefined) {
      await content.flush();
      return listed(vault, directories, copied);
    }
    if (looks === 1) until = Date.now() + Math.max(patience, Date.now() - began);
    else if (Date.now() > until) throw new NeverAtRest();
    await sleep(looks % looksInARow === 0 ? Date.now() - began : pause);
    if (looks % looksInARow === 0) began = Date.now();
  }
};

export async function* entriesOf(vault: Vault, list: Piece): AsyncGenerator<CopiedEntry> {
  for await (const line of vault.lines(list)) yield JSON.parse(line) as CopiedEntry;
}

const copyFile = async (
  { node, at }: NodePlace,
  path: string,
  content: ContentWriter,
): Promise<CopiedFile | undefined> => {
  const file = await node.open(at, path);
  if (!file) return undefined;
  try {
    const { mode, size, mark } = file;
    return { path, mode, mark, piece: await content.add(size, file.bytes) };
  } finally {
    await file.close();
  }
};

const listed = async (
  vault: Vault,
  directories: readonly string[],
  copied: ReadonlyMap<string, CopiedFile>,
): Promise<DirectoryCopy> => {
  const lines = new LineWriter(vault);
  let bytes = 0;
  for (const directory of [...directories].sort()) await lines.add({ directory });
  for (const [, file] of [...copied].sort(([a], [b]) => (a < b ? -1 : 1))) {
    bytes += file.piece.size;
    await lines.add(file);
  }
  return { list: await lines.end(), files: copied.size, bytes };
};
