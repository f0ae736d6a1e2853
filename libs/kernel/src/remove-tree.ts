import { lstat, rmdir, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { forEachEntry } from './each-entry.js';
import { unlessGone } from './unless-gone.js';

/** Directories of one directory that are known before the first of them is removed. */
const mostKnown = 1_000;

/**
 * Removes a file, or a directory and all below it, in turns of the event loop: `rm` of Node.js reads a directory as a
 * whole, and begins to remove all that is in it at once. What is not there is no failure.
 */
export const removeTree = async (path: string): Promise<void> => {
  const found = await lstat(path).catch(unlessGone);
  if (found?.isDirectory()) await removeDirectory(path);
  else if (found) await unlink(path).catch(unlessGone);
};

const removeDirectory = async (directory: string): Promise<void> => {
  const found = await removeContent(directory);
  try {
    await rmdir(directory);
  } catch (error) {
    // Something came meanwhile, or the file system passed over some of it.
    if (found > 0 && isOccupied(error)) return removeDirectory(directory);
    unlessGone(error);
  }
};

const isOccupied = (error: unknown): boolean =>
  ['ENOTEMPTY', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '');

/** Answers how much there was. */
const removeContent = async (directory: string): Promise<number> => {
  const below: string[] = [];
  let found = 0;
  const removeBelow = async (): Promise<void> => {
    for (let name = below.pop(); name !== undefined; name = below.pop())
      await removeDirectory(join(directory, name));
  };
  await forEachEntry(directory, async (entry) => {
    found += 1;
    if (!entry.isDirectory()) return unlink(join(directory, entry.name)).catch(unlessGone);
    if (below.push(entry.name) >= mostKnown) await removeBelow();
  });
  await removeBelow();
  return found;
};
