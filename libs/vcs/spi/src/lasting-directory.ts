import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { syncPath } from '@holdfast/kernel';

/** So many files are brought to the disk at once: file systems write what waits together down together. */
const atOnce = 4;

/**
 * Brings a directory that nobody else knows of to the disk, with all in it. A file with a second name elsewhere was
 * brought there by whoever wrote it.
 */
export const syncTree = async (directory: string): Promise<void> => {
  const waiting = await namesBelow(directory);
  const work = async (): Promise<void> => {
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) await syncPath(path);
  };
  await Promise.all(Array.from({ length: atOnce }, work));
};

/** Directories, and files of which there is one name only. */
const namesBelow = async (directory: string): Promise<string[]> => {
  const found = [directory];
  for (const entry of await readdir(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) for (const each of await namesBelow(path)) found.push(each);
    else if (entry.isFile() && (await lstat(path)).nlink === 1) found.push(path);
  }
  return found;
};
