import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** How many files are looked at together. More would keep all threads of Node's pool from those who wait. */
const atOnce = 2;

/** The bytes of all files below a directory, by their lengths. A file that is removed meanwhile does not count. */
export const directorySize = async (directory: string): Promise<number> => {
  const entries = (await readdir(directory, { withFileTypes: true }).catch(unlessAbsent)) ?? [];
  let bytes = 0;
  const files = entries.filter((entry) => !entry.isDirectory()).map(({ name }) => join(directory, name));
  const count = async (): Promise<void> => {
    for (let file = files.pop(); file !== undefined; file = files.pop()) {
      const size = (await lstat(file).catch(unlessAbsent))?.size ?? 0;
      bytes += size; // not in one with the wait: the sum would be read before it, and what others add meanwhile be lost
    }
  };
  await Promise.all(Array.from({ length: atOnce }, count));
  for (const entry of entries)
    if (entry.isDirectory()) bytes += await directorySize(join(directory, entry.name));
  return bytes;
};

const unlessAbsent = (error: unknown): undefined => {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  return undefined;
};
