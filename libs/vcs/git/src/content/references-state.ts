import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { looseEntries, placeOf } from '../refs/loose-entries.js';

/**
 * Another text whenever references of the repository have changed: git writes each by a rename, which its directory
 * notes. Where `.gitattributes` has `export-subst`, archives tell the names of a commit.
 */
export const referencesState = async (directory: string): Promise<string> => {
  const state = createHash('sha256');
  const note = (key: string): void => {
    const found = statSync(placeOf(directory, key), { bigint: true, throwIfNoEntry: false });
    state.update(`${key} ${found ? `${found.ino} ${found.mtimeNs} ${found.size}` : ''}\n`);
  };
  note('HEAD');
  note('packed-refs');
  for await (const { key, isDirectory } of looseEntries(directory, 'refs/')) if (isDirectory) note(key);
  return state.digest('hex');
};
