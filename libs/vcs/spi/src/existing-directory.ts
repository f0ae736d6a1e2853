import { stat } from 'node:fs/promises';
import { VcsRefusal } from './vcs-refusal.js';

/** @throws VcsRefusal `not_found` where there is no such directory */
export const mustExist = async (directory: string): Promise<void> => {
  await stat(directory).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' ? new VcsRefusal('not_found', 'there is no repository') : error;
  });
};
