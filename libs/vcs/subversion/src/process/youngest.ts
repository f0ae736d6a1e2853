import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { mustExist } from '@holdfast/vcs-spi/engine';

/**
 * The number of the newest revision; 0 in an empty repository. Rejects where there is none.
 * @throws VcsRefusal `not_found` where the directory is none any more
 */
export const youngestIn = async (directory: string): Promise<number> => {
  const text = await readFile(join(directory, 'db', 'current'), 'utf8').catch(async (error: unknown) => {
    await mustExist(directory);
    throw error;
  });
  const [, digits] = /^(\d{1,10})[ \n]/.exec(text) ?? [];
  if (digits === undefined) throw new Error('a repository without a newest revision');
  return Number(digits);
};
