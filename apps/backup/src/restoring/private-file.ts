import { mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { syncPath } from '@holdfast/platform/files';

/** Replaces a file as a whole, durably, for its owner only. */
export const writePrivate = async (path: string, content: Buffer): Promise<void> => {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await writeFile(`${path}.new`, content, { mode: 0o600, flush: true });
  await rename(`${path}.new`, path);
  await syncPath(dirname(path));
};
