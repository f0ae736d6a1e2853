import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeLasting } from '@holdfast/vcs-spi';
import { mercurialTraits } from '../mercurial.traits.js';

/** Mercurial itself knows no default but its own: another one stands in a file of ours beside its files. */
const fileIn = (directory: string): string => join(directory, '.hg', 'holdfast-default');

export const readDefault = async (directory: string): Promise<string> => {
  const text = await readFile(fileIn(directory), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return mercurialTraits.defaultReference;
    throw error;
  });
  return text;
};

/** Whole or not at all; it is on the disk when this returns. */
export const writeDefault = (directory: string, name: string): Promise<void> =>
  writeLasting(fileIn(directory), name, 0o600);
