import type { DirectoryListing } from '@holdfast/platform/files';

/** How a directory of a node is listed. */
export interface NodeListing {
  /** How much may lie there; absent: as much as anybody lists. */
  most?: number | undefined;
  /** Paths that are left out, with all that lies below them. */
  without?: RegExp | undefined;
}

/** A file of a node that was opened. */
export interface OpenedFile {
  mode: number;
  size: number;
  /** What it looks like; empty: it was written to a moment ago, and nobody may take it for unchanged. */
  mark: string;
  /** At most `size` bytes; each part is good until the next one is asked for. */
  bytes: AsyncIterable<Uint8Array>;
  close(): Promise<void>;
}

/**
 * The files of a storage node. Directories (`at`) are named by their paths in that of the node, what lies in one by its
 * path from there (`path`).
 */
export interface NodeFiles {
  has(at: string): Promise<boolean>;
  /** @throws TooManyFiles, NoDirectory (by its code) */
  list(at: string, how: NodeListing): Promise<DirectoryListing>;
  /** Undefined: it is gone, or no file, or a link leads to it. */
  open(at: string, path: string): Promise<OpenedFile | undefined>;
  /** Whether anything may be written: who reads for backups has no right to. */
  isWritable(): Promise<boolean>;
  /** Begins what will be a directory, beside its place; what was begun there before is gone. */
  begin(at: string): Promise<void>;
  makeDirectory(at: string, path: string): Promise<void>;
  /** Writes a file of what was begun, durably. */
  write(at: string, file: { path: string; mode: number }, bytes: AsyncIterable<Uint8Array>): Promise<void>;
  /** Gives a file of what was begun that lies elsewhere on the node already, durably. False: it cannot be given. */
  link(at: string, path: string, from: { at: string; path: string }): Promise<boolean>;
  /** Puts what was begun in its place, whole and durably. @throws Error where something is there */
  place(at: string): Promise<void>;
  /** Removes what was begun. */
  discard(at: string): Promise<void>;
  move(at: string, to: string): Promise<void>;
  /** It may be absent. */
  remove(at: string): Promise<void>;
  close(): void;
}

/** A directory of a node. */
export interface NodePlace {
  node: NodeFiles;
  at: string;
}

/** Something else lies where a directory should, or a link leads to it. */
export class NoDirectory extends Error {
  override readonly name = 'NoDirectory';
  /** As systems say it, and as it travels. */
  readonly code = 'ENOTDIR';
  constructor(at: string) {
    super(`${at} is no directory, or a link leads to it`);
  }
}

/** A storage node did not answer. */
export class NodeAway extends Error {
  override readonly name = 'NodeAway';
  constructor(place: string, cause: unknown) {
    super(`${place} does not answer: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}
