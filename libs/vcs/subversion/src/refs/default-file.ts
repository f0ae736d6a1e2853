import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeLasting } from '@holdfast/vcs-spi';

/** Subversion knows no default branch: it stands in a file of ours beside its files, where one was set. */
const fileIn = (directory: string): string => join(directory, 'default-branch');

export const readDefaultFile = (directory: string): Promise<string | undefined> =>
  readFile(fileIn(directory), 'utf8').catch(unlessAbsent);

/** Whole or not at all; it is on the disk when this returns. */
export const writeDefaultFile = (directory: string, name: string): Promise<void> =>
  writeLasting(fileIn(directory), name);

const unlessAbsent = (error: NodeJS.ErrnoException): undefined => {
  if (error.code !== 'ENOENT') throw error;
};
