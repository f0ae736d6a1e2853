import { randomBytes } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { syncPath } from '@holdfast/kernel';
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
export const writeDefault = async (directory: string, name: string): Promise<void> => {
  const draft = `${fileIn(directory)}.${randomBytes(8).toString('hex')}`;
  await writeFile(draft, name, { mode: 0o600, flush: true });
  await rename(draft, fileIn(directory));
  await syncPath(dirname(draft));
};
