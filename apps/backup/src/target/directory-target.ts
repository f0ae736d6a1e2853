import { randomBytes } from 'node:crypto';
import { access, link, mkdir, open, readdir, readFile, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { syncDirectory } from '@holdfast/platform/files';
import type { BackupTarget } from './backup-target.js';

/** What a process that was killed has left of an object. */
const unfinished = /^\.[0-9a-f]{16}\.new$/;

/** Backups as files of a directory, which only its owner may read. */
export class DirectoryTarget implements BackupTarget {
  private readonly made = new Set<string>();

  private constructor(private readonly root: string) {}

  /** `root`: absolute; it is made where it is missing. */
  static async open(root: string): Promise<DirectoryTarget> {
    await mkdir(root, { recursive: true, mode: 0o700 });
    return new DirectoryTarget(root);
  }

  async put(name: string, bytes: Uint8Array): Promise<void> {
    const path = join(this.root, name);
    const directory = dirname(path);
    if (!this.made.has(directory)) {
      await mkdir(directory, { recursive: true, mode: 0o700 });
      for (let above = directory; above.length >= this.root.length; above = dirname(above))
        await syncDirectory(dirname(above));
      this.made.add(directory);
    }
    if (await this.has(name)) return;
    const draft = join(directory, `.${randomBytes(8).toString('hex')}.new`);
    try {
      const file = await open(draft, 'wx', 0o600);
      try {
        await file.writeFile(bytes);
        await file.sync();
      } finally {
        await file.close();
      }
      await link(draft, path).catch(unlessThere);
      await syncDirectory(directory);
    } finally {
      await rm(draft, { force: true });
    }
  }

  async get(name: string): Promise<Buffer | undefined> {
    return readFile(join(this.root, name)).catch(unlessMissing);
  }

  has(name: string): Promise<boolean> {
    return access(join(this.root, name)).then(
      () => true,
      (error: unknown) => unlessMissing(error) ?? false,
    );
  }

  async *list(beginning: string): AsyncGenerator<string> {
    for (const entry of (await readdir(join(this.root, beginning), { withFileTypes: true }).catch(
      unlessMissing,
    )) ?? [])
      if (entry.isDirectory()) yield* this.list(`${beginning}${entry.name}/`);
      else if (entry.isFile() && !unfinished.test(basename(entry.name))) yield beginning + entry.name;
  }

  async remove(name: string): Promise<void> {
    await rm(join(this.root, name), { force: true });
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}

const unlessMissing = (error: unknown): undefined => {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  return undefined;
};

const unlessThere = (error: unknown): void => {
  if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
};
