import { constants, existsSync, fstatSync, readlinkSync } from 'node:fs';
import { lstat, mkdir, open, realpath, type FileHandle } from 'node:fs/promises';
import { join, sep } from 'node:path';

/** There is something, but not what was asked for: a link, a pipe, or what a link in the way leads to. */
export class NotBelow extends Error {
  override readonly name = 'NotBelow';
  constructor(root: string) {
    super(`below ${root} there is no such thing, or a link leads to it`);
  }
}

/** A pipe is opened without waiting for who writes into it. */
const asFile = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
const asDirectory = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_DIRECTORY;

/** What is renamed over or removed while it is opened is no longer where it was looked for. */
const attempts = 2;

/** Linux says where an open file is, and reaches names through an open directory. */
const knowsOpenFiles = existsSync('/proc/self/fd');

/**
 * What is below a directory in which others may write, too: whatever they put there, no link is followed, and no file
 * opened that is not a regular one. The directory itself may be reached by links; who may change those is trusted.
 */
export class FilesBelow {
  private found: string | undefined;

  /** `root`: absolute path. */
  constructor(private readonly root: string) {}

  /**
   * Opens a file for reading. `path`: from the directory, with names only.
   * @throws NotBelow; what the system says where there is nothing
   */
  open(path: string): Promise<FileHandle> {
    return this.opened(path, asFile);
  }

  /**
   * What `act` answers of a directory below, or of this one (`''`). Names in it are reached through it while it is
   * open, wherever its path may lead meanwhile.
   * @throws NotBelow; what the system says where there is nothing; what `act` throws
   */
  async within<T>(path: string, act: (directory: OpenDirectory) => Promise<T>): Promise<T> {
    const directory = await this.opened(path, asDirectory);
    try {
      return await act(new OpenDirectory(directory, join(this.root, path)));
    } finally {
      await directory.close();
    }
  }

  private async opened(path: string, how: number): Promise<FileHandle> {
    const root = (this.found ??= await realpath(this.root));
    const place = path === '' ? root : join(root, path);
    if (place !== root && !place.startsWith(root + sep)) throw new NotBelow(this.root);
    for (let left = attempts; left > 0; left -= 1) {
      const file = await open(place, how).catch((error: unknown) => this.refuse(error));
      const isIt = how === asDirectory ? isAt(file, place) : isFileOf(file, place);
      if (await isIt) return file;
      await file.close();
    }
    throw new NotBelow(this.root);
  }

  /** A link, a socket, or no directory. */
  private refuse(error: unknown): never {
    const { code = '' } = error as NodeJS.ErrnoException;
    throw ['ELOOP', 'ENXIO', 'ENOTDIR'].includes(code) ? new NotBelow(this.root) : error;
  }
}

/** A directory as long as it is open. */
export class OpenDirectory {
  constructor(
    private readonly handle: FileHandle,
    private readonly path: string,
  ) {}

  /** The place of a name in it, or of itself (`''`), for calls of the system in this process. */
  at(name: string): string {
    return knowsOpenFiles ? `/proc/self/fd/${this.handle.fd}/${name}` : join(this.path, name);
  }

  /** Makes a directory in it, for its owner only, where there is none. */
  async make(name: string): Promise<void> {
    await mkdir(this.at(name), { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  }

  /** Makes its names durable. */
  sync(): Promise<void> {
    return this.handle.sync();
  }
}

/**
 * Whether it is a regular file that was opened there. One that was renamed over or removed since is as good as the one
 * that is there now: what had many names, and lost this one only, is not.
 */
const isFileOf = async (file: FileHandle, place: string): Promise<boolean> => {
  if (!fstatSync(file.fd).isFile()) return false;
  if (await isAt(file, place)) return true;
  return knowsOpenFiles && fstatSync(file.fd).nlink === 0 && isAt(file, `${place} (deleted)`);
};

/** Asked without a look at the disk where the system knows; elsewhere it is looked for again. */
const isAt = async (file: FileHandle, place: string): Promise<boolean> => {
  if (knowsOpenFiles) return readlinkSync(`/proc/self/fd/${file.fd}`) === place;
  const [real, there] = await Promise.all([realpath(place), lstat(place)]);
  const { ino, dev } = fstatSync(file.fd);
  return real === place && there.ino === ino && there.dev === dev;
};
