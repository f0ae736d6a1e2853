import { mkdir, open, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Installation } from '../installation/installation.js';

/** Replaces a file as a whole, durably, for its owner only. */
export const writePrivate = async (path: string, content: Buffer): Promise<void> => {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await writeFile(`${path}.new`, content, { mode: 0o600 });
  const file = await open(`${path}.new`, 'r');
  await file.sync();
  await file.close();
  await rename(`${path}.new`, path);
};

/** From now on nothing starts here, but who restores. `advice`: what is to be done where that is cut off. */
export const markRestore = ({ restoring }: Installation, advice: string): Promise<void> =>
  writePrivate(restoring, Buffer.from(`${advice}\n`));

export const unmarkRestore = ({ restoring }: Installation): Promise<void> => rm(restoring);
