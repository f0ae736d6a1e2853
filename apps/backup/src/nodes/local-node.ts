import { access, constants, link, mkdir, open, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import {
  FilesBelow,
  listDirectory,
  lookOf,
  NotBelow,
  syncPath,
  unlessGone,
  type DirectoryListing,
} from '@holdfast/platform/files';
import { markOf } from './file-mark.js';
import {
  NoDirectory,
  type NodeFiles,
  type NodeListing,
  type NodePlace,
  type OpenedFile,
} from './node-files.js';

/** The clock of file systems ticks; what was written to in the same tick looks the same (nanoseconds). */
const tick = 20_000_000n;
const pieceBytes = 256 << 10;

/** Where a directory is put together: at a path as long as its own, so that all of it fits here if it does there. */
export const draftOf = (root: string): string => join(dirname(root), `~${basename(root).slice(1)}`);

/** A storage node whose directory is here. */
export class LocalNode implements NodeFiles {
  /** Whoever works at the node leads nobody to anything else by links, which are no content, nor are directories. */
  private readonly files: FilesBelow;
  /** The directories of what was begun and is not placed yet, by where it will lie. */
  private readonly drafts = new Map<string, string[]>();

  /** `data`: absolute. */
  constructor(private readonly data: string) {
    this.files = new FilesBelow(data);
  }

  async has(at: string): Promise<boolean> {
    return (await stat(join(this.data, at)).catch(unlessGone)) !== undefined;
  }

  async list(at: string, how: NodeListing): Promise<DirectoryListing> {
    const listing = await this.files
      .within(at, (directory) => listDirectory(directory.at(''), how))
      .catch((error: unknown) => {
        if (error instanceof NotBelow) throw new NoDirectory(at);
        return unlessGone(error);
      });
    return listing ?? { directories: [], files: new Map() };
  }

  async open(at: string, path: string): Promise<OpenedFile | undefined> {
    if (leadsElsewhere(path)) return undefined;
    const file = await this.files.open(join(at, path)).catch(unlessGoneOrNoFile);
    if (!file) return undefined;
    try {
      const stats = await file.stat({ bigint: true });
      const isSettled = BigInt(Date.now()) * 1_000_000n - stats.ctimeNs > tick;
      const size = Number(stats.size);
      return {
        ...{ mode: Number(stats.mode) & 0o777, size, mark: isSettled ? markOf(lookOf(stats)) : '' },
        bytes: bytesOf(file, size),
        close: () => file.close(),
      };
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  /** Where there is no directory yet, it is made by who writes first. */
  isWritable(): Promise<boolean> {
    return access(this.data, constants.W_OK).then(
      () => true,
      (error: NodeJS.ErrnoException) => error.code === 'ENOENT',
    );
  }

  async begin(at: string): Promise<void> {
    const draft = draftOf(join(this.data, at));
    await rm(draft, { recursive: true, force: true });
    await mkdir(draft, { recursive: true, mode: 0o700 });
    this.drafts.set(at, [draft]);
  }

  async makeDirectory(at: string, path: string): Promise<void> {
    const begun = this.begun(at);
    const directory = join(draftOf(join(this.data, at)), inside(path));
    await mkdir(directory, { recursive: true, mode: 0o700 });
    begun.push(directory);
  }

  async write(
    at: string,
    { path, mode }: { path: string; mode: number },
    bytes: AsyncIterable<Uint8Array>,
  ): Promise<void> {
    this.begun(at);
    const file = await open(join(draftOf(join(this.data, at)), inside(path)), 'wx', mode | 0o400);
    try {
      for await (const part of bytes) await file.writeFile(part);
      await file.sync();
    } finally {
      await file.close();
    }
  }

  async link(at: string, path: string, from: { at: string; path: string }): Promise<boolean> {
    this.begun(at);
    const source = join(this.data, from.at, inside(from.path));
    return link(source, join(draftOf(join(this.data, at)), inside(path))).then(
      () => true,
      () => false,
    );
  }

  async place(at: string): Promise<void> {
    for (const directory of this.begun(at)) await syncPath(directory);
    const root = join(this.data, at);
    await rename(draftOf(root), root);
    this.drafts.delete(at);
    await syncPath(dirname(root));
  }

  async discard(at: string): Promise<void> {
    this.drafts.delete(at);
    await rm(draftOf(join(this.data, at)), { recursive: true, force: true });
  }

  move(at: string, to: string): Promise<void> {
    return rename(join(this.data, at), join(this.data, to));
  }

  remove(at: string): Promise<void> {
    return rm(join(this.data, at), { recursive: true, force: true });
  }

  close(): void {
    // Nothing stays open between two calls.
  }

  private begun(at: string): string[] {
    const directories = this.drafts.get(at);
    if (!directories) throw new Error(`${at} was not begun`);
    return directories;
  }
}

/** A directory of this machine, as one of a node. */
export const placeHere = (path: string): NodePlace => ({
  node: new LocalNode(dirname(path)),
  at: basename(path),
});

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

/** Who has the key may still not write elsewhere. */
const inside = (path: string): string => {
  if (leadsElsewhere(path)) throw new Error('a path leads elsewhere');
  return path;
};

const leadsElsewhere = (path: string): boolean =>
  path.includes('\0') || path.split('/').some((part) => part === '' || part === '.' || part === '..');

const unlessGoneOrNoFile = (error: unknown): undefined =>
  error instanceof NotBelow ? undefined : unlessGone(error);
