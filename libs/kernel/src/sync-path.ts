import { open } from 'node:fs/promises';

/** Brings the names in a directory, or what a file holds, to the disk. */
export const syncPath = async (path: string | Buffer): Promise<void> => {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};
