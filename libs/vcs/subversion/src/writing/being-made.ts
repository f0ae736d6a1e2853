import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BodyFailure, isThere } from '@holdfast/vcs-spi/engine';
import { placeOf } from './transaction-props.js';

/** The file by which such a transaction is known, in its directory, which goes when it is a revision. */
const mark = 'holdfast-being-made';

/**
 * An open transaction is about to be made a revision, as was allowed. Where that is cut off in its midst, what is left
 * takes nothing any more: Subversion would write its end a second time, and the revision would be damaged for ever.
 */
export const beginMaking = async (directory: string, name: string): Promise<void> => {
  const place = placeOf(directory, name);
  if (place !== undefined) await writeFile(join(place, mark), '').catch(unlessGone);
};

/** Whether it was to be made a revision before. */
export const wasBeingMade = async (directory: string, name: string): Promise<boolean> => {
  const place = placeOf(directory, name);
  return place !== undefined && (await isThere(join(place, mark)));
};

const unlessGone = (error: NodeJS.ErrnoException): void => {
  if (error.code === 'ENOENT') return;
  throw new BodyFailure(
    'refused',
    503,
    'the server could not write what it has to note of a commit, try again',
  );
};
