import { randomBytes } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Subversion knows no default branch: it stands in a file of ours beside its files, where one was set. */
const fileIn = (directory: string): string => join(directory, 'default-branch');

export const readDefaultFile = (directory: string): Promise<string | undefined> =>
  readFile(fileIn(directory), 'utf8').catch(unlessAbsent);

/** Whole or not at all. */
export const writeDefaultFile = async (directory: string, name: string): Promise<void> => {
  const draft = `${fileIn(directory)}.${randomBytes(8).toString('hex')}`;
  await writeFile(draft, name, { flush: true });
  await rename(draft, fileIn(directory));
};

const unlessAbsent = (error: NodeJS.ErrnoException): undefined => {
  if (error.code !== 'ENOENT') throw error;
};
