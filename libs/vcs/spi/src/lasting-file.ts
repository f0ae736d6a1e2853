import { randomBytes } from 'node:crypto';
import { rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { syncPath } from '@holdfast/kernel';

/** Has a file say something else, whole or not at all; it is on the disk when this returns. `mode`: of the file. */
export const writeLasting = async (path: string, text: string, mode?: number): Promise<void> => {
  const draft = `${path}.${randomBytes(8).toString('hex')}`;
  try {
    await writeFile(draft, text, { mode, flush: true });
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  await syncPath(dirname(path));
};
