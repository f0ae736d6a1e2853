import { stat } from 'node:fs/promises';
import { StorageFull } from '@holdfast/blob-spi';

/** What the system calls an error. */
export const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code;

/** The error as a store tells it. */
export const asStorageError = (error: unknown): unknown =>
  codeOf(error) === 'ENOSPC' || codeOf(error) === 'EDQUOT' ? new StorageFull(error) : error;

/** Whether nothing is at the path. */
export const isMissing = async (path: string): Promise<boolean> => {
  try {
    await stat(path);
    return false;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return true;
    throw error;
  }
};
