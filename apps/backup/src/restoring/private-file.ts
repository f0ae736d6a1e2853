import { mkdir, open, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { syncPath } from '@holdfast/platform/files';

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
