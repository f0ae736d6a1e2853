import { createHash, randomBytes } from 'node:crypto';
import { constants, readFileSync, readlinkSync } from 'node:fs';
import { access, lstat, open, readdir, rmdir, unlink, type FileHandle } from 'node:fs/promises';
import { hostname } from 'node:os';
import type { FilesBelow, OpenDirectory } from '@holdfast/kernel';
import { codeOf, unlessMissing } from './system-errors.js';

const directory = 'staging';

/**
 * What is staged elsewhere counts as abandoned after an hour without a write; its upload then fails, and nothing else
 * does.
 */
const abandonedAfter = 60 * 60 * 1000;

const read = (path: string): string | undefined => {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return undefined;
  }
};

/**
 * When a process started, in the kernel's ticks, so that a number used again is not taken for it; undefined: there is
 * none.
 */
const startOf = (pid: number): string | undefined => {
  const status = read(`/proc/${pid}/stat`);
  if (status !== undefined) return status.slice(status.lastIndexOf(')') + 2).split(' ')[19] ?? '0';
  try {
    process.kill(pid, 0);
    return '0';
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM' ? '0' : undefined;
  }
};

const namespaceOf = (): string => {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return '';
  }
};

/** Where numbers of processes mean the same: this machine since its start, and this container. */
const place = (): string =>
  createHash('sha256')
    .update([hostname(), read('/proc/sys/kernel/random/boot_id') ?? '', namespaceOf()].join('\n'))
    .digest('hex')
    .slice(0, 16);

/** `<place>.<pid>.<start>.<random>`: the directory in which one store of a process stages. */
const ownName = (): string =>
  [place(), process.pid, startOf(process.pid) ?? '0', randomBytes(4).toString('hex')].join('.');

const directoryForm = /^[0-9a-f]{16}\.\d+\.\d+\.[0-9a-f]{8}$/;
const form = new RegExp(`${directoryForm.source.slice(0, -1)}/[0-9a-z]+$`);

const lastWrite = async (left: OpenDirectory): Promise<number> => {
  const names = ['', ...(await readdir(left.at('')))];
  const times = names.map(async (name) => (await lstat(left.at(name))).mtimeMs);
  return Math.max(...(await Promise.all(times)));
};

const isAbandoned = async (left: OpenDirectory, name: string): Promise<boolean> => {
  const [where, pid, start] = name.split('.');
  if (where === place()) return startOf(Number(pid)) !== start;
  return (await lastWrite(left)) < Date.now() - abandonedAfter;
};

/**
 * Files of unfinished uploads: each store of a process has a directory of its own, so that what a dead one left is
 * told by its name. No link in the place of one, or of a file, is followed.
 */
export class Staging {
  private count = 0;
  /** Names of directories of other processes from which files can be taken. */
  private readonly reached = new Set<string>();
  readonly own = ownName();

  constructor(private readonly files: FilesBelow) {}

  async prepare(): Promise<void> {
    await this.files.within('', (root) => root.make(directory));
    await this.files.within(directory, (all) => all.make(this.own));
  }

  /** The name of a new file: that of its directory and its own. */
  nextName(): string {
    this.count += 1;
    return `${this.own}/${this.count.toString(36)}`;
  }

  /** Makes a new file; another machine may have taken the empty directory of a store that was idle for long. */
  async create(name: string): Promise<FileHandle> {
    const made = (): Promise<FileHandle> => this.within(name, (at) => open(at, 'wx', 0o600));
    try {
      return await made();
    } catch (error) {
      if (codeOf(error) !== 'ENOENT') throw error;
      await this.prepare();
      return made();
    }
  }

  /** What `act` answers of the place of a staged file. @throws when the name is none that any process gives */
  within<T>(name: string, act: (at: string) => Promise<T>): Promise<T> {
    const [of = '', file = ''] = this.checked(name).split('/');
    return this.files.within(`${directory}/${of}`, (own) => act(own.at(file)));
  }

  /** @throws when the name is none that any process gives. */
  checked(name: string): string {
    if (!form.test(name)) throw new Error('not the name of a staged file');
    return name;
  }

  /** Removes a file, if it is there. */
  async discard(name: string): Promise<void> {
    await this.within(name, unlink).catch(unlessMissing);
  }

  /** Whether files can be taken from the directory of this name. */
  async reaches(name: string): Promise<boolean> {
    if (this.reached.has(name)) return true;
    if (!directoryForm.test(name)) return false;
    try {
      await this.files.within(`${directory}/${name}`, (there) =>
        access(there.at(''), constants.W_OK | constants.X_OK),
      );
    } catch {
      return false;
    }
    this.reached.add(name);
    return true;
  }

  async remove(): Promise<void> {
    await this.files.within(directory, (all) => this.clear(all, this.own)).catch(unlessMissing);
  }

  /** Removes what processes that are no more have left; answers the number of files. */
  async sweep(): Promise<number> {
    return this.files.within(directory, async (all) => {
      let removed = 0;
      for (const name of await readdir(all.at('')))
        if (name !== this.own)
          removed += await this.clear(all, name, (left) => isAbandoned(left, name)).catch(() => 0);
      return removed;
    });
  }

  /** Removes a directory and its files; where somebody has put more there, that stays. Answers how many files. */
  private async clear(
    all: OpenDirectory,
    name: string,
    mayGo?: (left: OpenDirectory) => Promise<boolean>,
  ): Promise<number> {
    const files = await this.files.within(`${directory}/${name}`, async (left) => {
      if (mayGo && !(await mayGo(left))) return undefined;
      const names = await readdir(left.at(''));
      await Promise.all(names.map((each) => unlink(left.at(each)).catch(() => undefined)));
      return names.length;
    });
    if (files !== undefined) await rmdir(all.at(name)).catch(() => undefined);
    return files ?? 0;
  }
}
