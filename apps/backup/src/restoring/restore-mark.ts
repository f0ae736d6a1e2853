import { readFile, rm } from 'node:fs/promises';
import { unlessGone } from '@holdfast/platform/files';
import { noteRestore, notedRestore } from '../database/noted-restore.query.js';
import type { Installation } from '../installation/installation.js';
import { writePrivate } from './private-file.js';

/** Of parts, by earlier versions. */
const formerAdvice = 'restore the same part again';

/** From now on nothing starts here, but who restores. `advice`: what is to be done where that is cut off. */
export const markRestore = (installation: Installation, advice: string): Promise<void> =>
  installation.restoring === undefined
    ? noteRestore(installation, advice)
    : writePrivate(installation.restoring, Buffer.from(`${advice}\n`));

const markedRestore = async (installation: Installation): Promise<string | undefined> =>
  installation.restoring === undefined
    ? notedRestore(installation)
    : (await readFile(installation.restoring, 'utf8').catch(unlessGone))?.trim();

/** @throws Error where a restore was cut off: what is there is of no moment */
export const refuseHalfRestored = async (installation: Installation): Promise<void> => {
  const mark = await markedRestore(installation);
  if (mark !== undefined) throw new Error(`a restore did not end, so no backup is made: ${mark}`);
};

/** @throws Error where the restore of something else was cut off: it would be taken for ended after this one */
export const refuseOtherRestore = async (installation: Installation, advice: string): Promise<void> => {
  const mark = await markedRestore(installation);
  if (mark !== undefined && mark !== advice && mark !== formerAdvice)
    throw new Error(`another restore did not end: ${mark}`);
};

export const unmarkRestore = (installation: Installation): Promise<void> =>
  installation.restoring === undefined ? noteRestore(installation, undefined) : rm(installation.restoring);
