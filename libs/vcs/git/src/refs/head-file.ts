import { open, rename, rm, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { syncPath } from '@holdfast/kernel';
import { VcsRefusal } from '@holdfast/vcs-spi';

/** A push to the branch that HEAD names holds the lock for milliseconds (ms). */
const patience = 10_000;
const lookEvery = 20;

/**
 * Has HEAD name a ref (its full name), under git's own lock. git itself brings it to no disk: after a loss of power the
 * file may be empty, and then nothing is a repository any more.
 * @throws VcsRefusal `unavailable`
 */
export const writeHead = async (directory: string, ref: string): Promise<void> => {
  const head = join(directory, 'HEAD');
  const lock = `${head}.lock`;
  const file = await locked(lock, Date.now() + patience);
  try {
    await file
      .writeFile(`ref: ${ref}\n`)
      .then(() => file.sync())
      .finally(() => file.close());
    await rename(lock, head);
  } catch (error) {
    await rm(lock, { force: true });
    throw error;
  }
  await syncPath(directory);
};

const locked = async (lock: string, until: number): Promise<FileHandle> => {
  for (;;) {
    const file = await open(lock, 'wx').catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
    if (file) return file;
    if (Date.now() > until) throw new VcsRefusal('unavailable', 'HEAD is locked');
    await sleep(lookEvery);
  }
};
