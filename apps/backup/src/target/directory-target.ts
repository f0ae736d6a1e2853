import { randomBytes } from 'node:crypto';
import type { Stats } from 'node:fs';
import { link, lstat, mkdir, open, readdir, readFile, rename, rm, rmdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { syncPath } from '@holdfast/platform/files';
import type { BackupTarget } from './backup-target.js';

/** What a process that was killed has left of an object. */
const unfinished = /^\.[0-9a-f]{16}\.new$/;

/** What systems say that know no hard links. */
const noLinks: readonly unknown[] = ['EPERM', 'EOPNOTSUPP', 'ENOTSUP', 'ENOSYS'];

/** How a second name is given to a file. */
interface LinkingSystem {
  link(file: string, name: string): Promise<void>;
}

/** What one step of a path may be. */
const step = /^(?!\.+$)[0-9A-Za-z.-]+$/;

/**
 * Backups as files of a directory, which only its owner may read. Somebody else may be able to write there all the
 * same (a server that only keeps it): no name and no link leads out of it. What has the name of an object and is no
 * file is damage: to readers the object is missing. An empty directory, as a check of the disk leaves it, gives way.
 */
export class DirectoryTarget implements BackupTarget {
  private readonly made = new Set<string>();

  private constructor(
    private readonly root: string,
    private readonly system: LinkingSystem,
  ) {}

  /** `root`: absolute; it is made where it is missing. */
  static async open(root: string, system: LinkingSystem = { link }): Promise<DirectoryTarget> {
    await mkdir(root, { recursive: true, mode: 0o700 });
    return new DirectoryTarget(root, system);
  }

  async put(name: string, bytes: Uint8Array): Promise<void> {
    const path = await this.pathOf(name);
    const directory = dirname(path);
    if (!this.made.has(directory)) {
      await mkdir(directory, { recursive: true, mode: 0o700 });
      for (let above = directory; above.length >= this.root.length; above = dirname(above))
        await syncPath(dirname(above));
      this.made.add(directory);
    }
    const found = await this.find(name);
    if (found?.isFile()) return;
    // Not what somebody may have put there meanwhile: the lock of another command is a file.
    if (found) await rmdir(path).catch(notAFile(name));
    const draft = join(directory, `.${randomBytes(8).toString('hex')}.new`);
    try {
      const file = await open(draft, 'wx', 0o600);
      try {
        await file.writeFile(bytes);
        await file.sync();
      } finally {
        await file.close();
      }
      await this.place(draft, path);
      await syncPath(directory);
    } finally {
      await rm(draft, { force: true });
    }
  }

  async get(name: string): Promise<Buffer | undefined> {
    return (await this.has(name)) ? readFile(await this.pathOf(name)).catch(unlessMissing) : undefined;
  }

  async has(name: string): Promise<boolean> {
    return (await this.find(name))?.isFile() ?? false;
  }

  async *list(beginning: string): AsyncGenerator<string> {
    for (const entry of (await readdir(join(this.root, beginning), { withFileTypes: true }).catch(
      unlessMissing,
    )) ?? [])
      if (entry.isDirectory()) yield* this.list(`${beginning}${entry.name}/`);
      else if (entry.isFile() && !unfinished.test(basename(entry.name))) yield beginning + entry.name;
  }

  async remove(name: string): Promise<void> {
    await rm(await this.pathOf(name), { force: true });
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  private async find(name: string): Promise<Stats | undefined> {
    return lstat(await this.pathOf(name)).catch(unlessMissing);
  }

  private async place(draft: string, path: string): Promise<void> {
    try {
      await this.system.link(draft, path);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EEXIST') return;
      if (!noLinks.includes(code)) throw error;
      // It was not there a moment ago, and one at a time is at work.
      await rename(draft, path);
    }
  }

  /** @throws Error when it would lead elsewhere */
  private async pathOf(name: string): Promise<string> {
    const steps = name.split('/');
    if (!steps.every((each) => step.test(each)))
      throw new Error(`${name} is no name in the place of the backups`);
    let directory = this.root;
    for (const each of steps.slice(0, -1)) {
      directory = join(directory, each);
      const found = await lstat(directory).catch(unlessMissing);
      if (found && !found.isDirectory())
        throw new Error(`${directory} is no directory in the place of the backups`);
    }
    return join(this.root, name);
  }
}

const notAFile = (name: string) => (error: unknown) => {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT')
    throw new Error(`${name} is no file in the place of the backups`, { cause: error });
};

const unlessMissing = (error: unknown): undefined => {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  return undefined;
};
