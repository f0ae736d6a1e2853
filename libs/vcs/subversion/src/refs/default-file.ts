import { randomBytes } from 'node:crypto';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { syncPath } from '@holdfast/kernel';

/** Subversion knows no default branch: it stands in a file of ours beside its files, where one was set. */
const fileIn = (directory: string): string => join(directory, 'default-branch');

export const readDefaultFile = (directory: string): Promise<string | undefined> =>
  readFile(fileIn(directory), 'utf8').catch(unlessAbsent);

/** Whole or not at all; it is on the disk when this returns. */
export const writeDefaultFile = async (directory: string, name: string): Promise<void> => {
  const draft = `${fileIn(directory)}.${randomBytes(8).toString('hex')}`;
  try {
    await writeFile(draft, name, { flush: true });
    await rename(draft, fileIn(directory));
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  await syncPath(directory);
};

const unlessAbsent = (error: NodeJS.ErrnoException): undefined => {
  if (error.code !== 'ENOENT') throw error;
};
