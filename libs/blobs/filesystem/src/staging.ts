import { readFileSync } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';

/** What is staged by another machine counts as abandoned after a day without a write. */
const ABANDONED_AFTER = 24 * 60 * 60 * 1000;

/** When a process started, in the kernel's ticks, so that a number used again is not taken for it; '0' where unknown. */
const startOf = (pid: number): string | undefined => {
  try {
    const status = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return status.slice(status.lastIndexOf(')') + 2).split(' ')[19] ?? '0';
  } catch {
    try {
      process.kill(pid, 0);
      return '0';
    } catch (error) {
      return (error as NodeJS.ErrnoException).code === 'EPERM' ? '0' : undefined;
    }
  }
};

/** `<host>.<pid>.<start>`: the directory in which a process stages. */
const ownName = (): string => `${hostname()}.${process.pid}.${startOf(process.pid) ?? '0'}`;

const isAbandoned = async (directory: string, name: string): Promise<boolean> => {
  const [start, pid, ...host] = name.split('.').reverse();
  if (host.reverse().join('.') === hostname()) return startOf(Number(pid)) !== start;
  try {
    const names = await readdir(join(directory, name));
    const times = await Promise.all(
      [directory, ...names.map((file) => join(directory, name, file))].map(
        async (path) => (await stat(path)).mtimeMs,
      ),
    );
    return Math.max(...times) < Date.now() - ABANDONED_AFTER;
  } catch {
    return false;
  }
};

/** Files of unfinished uploads: each process has a directory of its own, so that what a dead one left is told by its name. */
export class Staging {
  private count = 0;
  private readonly own: string;

  constructor(
    private readonly directory: string,
    own = ownName(),
  ) {
    this.own = join(directory, own);
  }

  async prepare(): Promise<void> {
    await mkdir(this.own, { recursive: true, mode: 0o700 });
  }

  nextFile(): string {
    this.count += 1;
    return join(this.own, this.count.toString(36));
  }

  /** Removes what processes that are no more have left; answers the number of files. */
  async sweep(): Promise<number> {
    let removed = 0;
    for (const name of await readdir(this.directory)) {
      const path = join(this.directory, name);
      if (path === this.own || !(await isAbandoned(this.directory, name))) continue;
      removed += (await readdir(path).catch(() => [])).length;
      await rm(path, { recursive: true, force: true });
    }
    return removed;
  }
}
