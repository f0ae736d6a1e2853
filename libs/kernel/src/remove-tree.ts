import type { Dirent } from 'node:fs';
import { lstat, rmdir, unlink } from 'node:fs/promises';
import { forEachEntry } from './each-entry.js';
import { unlessGone } from './unless-gone.js';

/** Directories of one directory that are known before the first of them is removed. */
const mostKnown = 1_000;

/**
 * Removes a file, or a directory and all below it, in turns of the event loop: `rm` of Node.js reads a directory as a
 * whole, and begins to remove all that is in it at once. What is not there is no failure. Answers whether there was
 * something.
 */
export const removeTree = async (path: string): Promise<boolean> => {
  const found = await lstat(path).catch(unlessGone);
  if (found?.isDirectory()) await removeDirectory(Buffer.from(path));
  else if (found) await unlink(path).catch(unlessGone);
  return found !== undefined;
};

const removeDirectory = async (directory: Buffer): Promise<void> => {
  const removed = await removeContent(directory);
  try {
    await rmdir(directory);
  } catch (error) {
    // Something came meanwhile, or the file system passed over some of it. Where nothing goes, it never ends.
    if (removed > 0 && isOccupied(error)) return removeDirectory(directory);
    unlessGone(error);
  }
};

const isOccupied = (error: unknown): boolean =>
  ['ENOTEMPTY', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '');

/** Answers how much of it is removed. */
const removeContent = async (directory: Buffer): Promise<number> => {
  const below: string[] = [];
  let removed = 0;
  const removeBelow = async (): Promise<void> => {
    for (let name = below.pop(); name !== undefined; name = below.pop()) {
      await removeDirectory(placeOf(directory, name));
      removed += 1;
    }
  };
  const removeOne = async (entry: Dirent): Promise<void> => {
    if (!entry.isDirectory()) {
      await unlink(placeOf(directory, entry.name)).then(() => (removed += 1), unlessGone);
    } else if (below.push(entry.name) >= mostKnown) await removeBelow();
  };
  await forEachEntry(directory, removeOne, 'latin1');
  await removeBelow();
  return removed;
};

/** The name has a character for each byte: it need not be UTF-8. */
const placeOf = (directory: Buffer, name: string): Buffer =>
  Buffer.concat([directory, slash, Buffer.from(name, 'latin1')]);

const slash = Buffer.from('/');
