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

/** @throws Error where the restore of something else was cut off: it would be taken for ended after this one */
export const refuseOtherRestore = async (installation: Installation, advice: string): Promise<void> => {
  const { restoring } = installation;
  const mark =
    restoring === undefined
      ? await notedRestore(installation)
      : (await readFile(restoring, 'utf8').catch(unlessGone))?.trim();
  if (mark !== undefined && mark !== advice && mark !== formerAdvice)
    throw new Error(`another restore did not end: ${mark}`);
};

export const unmarkRestore = (installation: Installation): Promise<void> =>
  installation.restoring === undefined ? noteRestore(installation, undefined) : rm(installation.restoring);
