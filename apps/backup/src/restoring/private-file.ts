import { mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { syncPath, unlessGone } from '@holdfast/platform/files';
import type { Installation } from '../installation/installation.js';

/** Replaces a file as a whole, durably, for its owner only. */
export const writePrivate = async (path: string, content: Buffer): Promise<void> => {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await writeFile(`${path}.new`, content, { mode: 0o600 });
  const file = await open(`${path}.new`, 'r');
  await file.sync();
  await file.close();
  await rename(`${path}.new`, path);
  await syncPath(dirname(path));
};

/** Of parts, by earlier versions. */
const formerAdvice = 'restore the same part again';

/** From now on nothing starts here, but who restores. `advice`: what is to be done where that is cut off. */
export const markRestore = ({ restoring }: Installation, advice: string): Promise<void> =>
  writePrivate(restoring, Buffer.from(`${advice}\n`));

/** @throws Error where the restore of something else was cut off: it would be taken for ended after this one */
export const refuseOtherRestore = async ({ restoring }: Installation, advice: string): Promise<void> => {
  const mark = (await readFile(restoring, 'utf8').catch(unlessGone))?.trim();
  if (mark !== undefined && mark !== advice && mark !== formerAdvice)
    throw new Error(`another restore did not end: ${mark}`);
};

export const unmarkRestore = ({ restoring }: Installation): Promise<void> => rm(restoring);
