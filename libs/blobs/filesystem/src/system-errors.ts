import { lstat } from 'node:fs/promises';
import { StorageFull } from '@holdfast/blob-spi';

/** What the system calls an error. */
export const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code;

/** The error as a store tells it. */
export const asStorageError = (error: unknown): unknown =>
  codeOf(error) === 'ENOSPC' || codeOf(error) === 'EDQUOT' ? new StorageFull(error) : error;

/** For `catch`: what is not there is no failure. */
export const unlessMissing = (error: unknown): undefined => {
  if (codeOf(error) !== 'ENOENT') throw error;
  return undefined;
};

/** Whether a regular file is at the path; undefined: nothing is. */
export const isFileAt = async (path: string): Promise<boolean | undefined> =>
  (await lstat(path).catch(unlessMissing))?.isFile();
