import { lstat, mkdir, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { removeTree, syncPath } from '@holdfast/kernel';
import { placeBeside } from './beside-directory.js';
import { syncTree } from './lasting-directory.js';
import { VcsRefusal } from './vcs-refusal.js';

/**
 * Makes the directory of a repository, whole or not at all: beside it, under a name by which what was cut off is found,
 * and then by a rename. `fill` puts into it what it consists of; where the name stands there is nothing before. All of
 * it is on the disk when this returns: what is written into it from then on is never without what it began with.
 * `bring`: brings it there, while it has its first name; absent: each of its files and directories by itself.
 * @throws VcsRefusal `directory_in_use`
 */
export const makeDirectory = async (
  directory: string,
  fill: (fresh: string) => Promise<void>,
  bring: (fresh: string) => Promise<void> = syncTree,
): Promise<void> => {
  const fresh = placeBeside(directory, 'new');
  await mkdir(dirname(directory), { recursive: true, mode: 0o700 });
  try {
    await fill(fresh);
    await bring(fresh);
    if (await lstat(directory).catch(() => undefined)) throw inUse();
    await rename(fresh, directory).catch((error: NodeJS.ErrnoException) => {
      throw error.code === 'ENOTEMPTY' || error.code === 'EEXIST' || error.code === 'ENOTDIR'
        ? inUse()
        : error;
    });
    await syncPath(dirname(directory));
  } catch (error) {
    await removeTree(fresh);
    throw error;
  }
};

const inUse = (): VcsRefusal =>
  new VcsRefusal('directory_in_use', 'there is something in the directory already');
