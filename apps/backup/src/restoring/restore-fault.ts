import { Unreadable } from '../vault/vault-key.js';

/** What a system says of a path, and not of the disk on which it lies. */
const ofPaths: readonly unknown[] = ['ENAMETOOLONG', 'EINVAL', 'EILSEQ', 'EEXIST', 'EISDIR', 'ENOTDIR'];

/** What is wrong with what was to be restored. @throws the error where it would come with everything else too */
export const faultOf = (error: unknown): string => {
  if (error instanceof Unreadable) return error.message;
  const { code } = error as NodeJS.ErrnoException;
  if (code === undefined || !ofPaths.includes(code)) throw error;
  return code;
};
