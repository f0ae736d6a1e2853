import type { FileHandle } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  FilesBelow,
  listDirectory,
  lookOf,
  NotBelow,
  unlessGone,
  type FileLook,
} from '@holdfast/platform/files';
import { ContentWriter, LineWriter } from '../vault/content-writer.js';
import { untilUnreadable } from '../vault/readable.js';
import type { Piece, Vault } from '../vault/vault.js';

/** The clock of file systems ticks; what was written to in the same tick looks the same (nanoseconds). */
const tick = 20_000_000n;
const pieceBytes = 256 << 10;
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
   * Until when (ms since the epoch) it may take for the directory to stand still between two looks. Absent: one look is
   * enough, since each file of it is as good as it was then, or was a little later.
   */
  until?: number;
  /** How many files and directories there may be; absent: as many as anybody lists. */
  most?: number | undefined;
  /** Paths that are not in it, with all that lies below them. */
  without?: RegExp | undefined;
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
  root: string,
  vault: Vault,
  { earlier, passedOver = () => undefined, until, most, without }: CopyOptions = {},
): Promise<DirectoryCopy> => {
  const copied = new Map<string, CopiedFile>();
  const content = new ContentWriter(vault);
  const below = new FilesBelow(root);
  for (let looks = 1, began = Date.now(); ; looks += 1) {
    const { files, directories } = await listDirectory(root, { most, without });
    if (earlier && looks === 1)
      await adopt(copied, files, untilUnreadable(entriesOf(vault, earlier), passedOver), vault);
    let isAtRest = true;
    for (const path of copied.keys())
      if (!files.has(path)) {
        copied.delete(path);
        isAtRest = false;
      }
    for (const [path, look] of files) {
      const mark = markOf(look);
      if (copied.get(path)?.mark === mark) continue;
      isAtRest = false;
      const file = await copyFile(below, path, content);
      if (file) copied.set(path, file);
      else copied.delete(path);
    }
    if (isAtRest || until === undefined) {
      await content.flush();
      return listed(vault, directories, copied);
    }
    if (Date.now() > until) throw new NeverAtRest();
    await sleep(looks % looksInARow === 0 ? Date.now() - began : pause);
    if (looks % looksInARow === 0) began = Date.now();
  }
};

/** What is kept of a look at a file: written to since, it looks different. */
const markOf = ({ size, mark }: FileLook): string => `${size}.${mark}`;

/** Takes from an earlier copy what looks as it did then and is there, and nothing else of it into memory. */
const adopt = async (
  copied: Map<string, CopiedFile>,
  files: ReadonlyMap<string, FileLook>,
  earlier: AsyncIterable<CopiedEntry>,
  vault: Vault,
): Promise<void> => {
  for await (const entry of earlier) {
    const look = 'path' in entry ? files.get(entry.path) : undefined;
    if ('path' in entry && look && markOf(look) === entry.mark && vault.hasAll(entry.piece))
      copied.set(entry.path, entry);
  }
};

export async function* entriesOf(vault: Vault, list: Piece): AsyncGenerator<CopiedEntry> {
  for await (const line of vault.lines(list)) yield JSON.parse(line) as CopiedEntry;
}

/** Whoever writes to the directory leads a copy to nothing else by links, which are no content. */
const copyFile = async (
  below: FilesBelow,
  path: string,
  content: ContentWriter,
): Promise<CopiedFile | undefined> => {
  const file = await below.open(path).catch(unlessGoneOrNoFile);
  if (!file) return undefined;
  try {
    const stats = await file.stat({ bigint: true });
    const isSettled = BigInt(Date.now()) * 1_000_000n - stats.ctimeNs > tick;
    const size = Number(stats.size);
    const piece = await content.add(size, bytesOf(file, size));
    return { path, mode: Number(stats.mode) & 0o777, mark: isSettled ? markOf(lookOf(stats)) : '', piece };
  } finally {
    await file.close();
  }
};

async function* bytesOf(file: FileHandle, size: number): AsyncGenerator<Buffer> {
  const buffer = Buffer.allocUnsafe(Math.min(pieceBytes, Math.max(size, 1)));
  for (let left = size; left > 0;) {
    const { bytesRead } = await file.read(buffer, 0, Math.min(buffer.length, left));
    // It has become shorter: the next look sees it.
    if (bytesRead === 0) return;
    left -= bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

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

const unlessGoneOrNoFile = (error: unknown): undefined =>
  error instanceof NotBelow ? undefined : unlessGone(error);
