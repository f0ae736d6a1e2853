import { createHash, randomBytes } from 'node:crypto';
import { constants, readFileSync, readlinkSync } from 'node:fs';
import { access, mkdir, readdir, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';

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

const lastWrite = async (directory: string): Promise<number> => {
  const names = await readdir(directory);
  const times = [directory, ...names.map((name) => join(directory, name))].map(
    async (path) => (await stat(path)).mtimeMs,
  );
  return Math.max(...(await Promise.all(times)));
};

const isAbandoned = async (directory: string, name: string): Promise<boolean> => {
  const [where, pid, start] = name.split('.');
  if (where === place()) return startOf(Number(pid)) !== start;
  try {
    return (await lastWrite(join(directory, name))) < Date.now() - abandonedAfter;
  } catch {
    return false;
  }
};

/**
 * Files of unfinished uploads: each store of a process has a directory of its own, so that what a dead one left is
 * told by its name.
 */
export class Staging {
  private count = 0;
  /** Names of directories of other processes from which files can be taken. */
  private readonly reached = new Set<string>();
  readonly own = ownName();
  private readonly path: string;

  constructor(private readonly directory: string) {
    this.path = join(directory, this.own);
  }

  async prepare(): Promise<void> {
    await mkdir(this.path, { recursive: true, mode: 0o700 });
  }

  /** The name of a new file: that of its directory and its own. */
  nextName(): string {
    this.count += 1;
    return `${this.own}/${this.count.toString(36)}`;
  }

  /** @throws when the name is none that any process gives. */
  pathOf(name: string): string {
    if (!form.test(name)) throw new Error('not the name of a staged file');
    return join(this.directory, name);
  }

  /** Whether files can be taken from the directory of this name. */
  async reaches(name: string): Promise<boolean> {
    if (this.reached.has(name)) return true;
    if (!directoryForm.test(name)) return false;
    try {
      await access(join(this.directory, name), constants.W_OK | constants.X_OK);
    } catch {
      return false;
    }
    this.reached.add(name);
    return true;
  }

  async remove(): Promise<void> {
    await rm(this.path, { recursive: true, force: true });
  }

  /** Removes what processes that are no more have left; answers the number of files. */
  async sweep(): Promise<number> {
    let removed = 0;
    for (const name of await readdir(this.directory)) {
      const path = join(this.directory, name);
      if (name === this.own || !(await isAbandoned(this.directory, name))) continue;
      const left = await readdir(path).catch(() => []);
      removed += left.length;
      await rm(path, { recursive: true, force: true });
    }
    return removed;
  }
}
