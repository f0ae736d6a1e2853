import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Subversion knows no default branch: it stands in a file of ours beside its files, where one was set. */
const fileIn = (directory: string): string => join(directory, 'default-branch');

export const readDefaultFile = (directory: string): Promise<string | undefined> =>
  readFile(fileIn(directory), 'utf8').catch(unlessAbsent);

/** Whole or not at all. */
export const writeDefaultFile = async (directory: string, name: string): Promise<void> => {
  const file = fileIn(directory);
  await writeFile(`${file}.new`, name);
  await rename(`${file}.new`, file);
};

const unlessAbsent = (error: NodeJS.ErrnoException): undefined => {
  if (error.code !== 'ENOENT') throw error;
};
