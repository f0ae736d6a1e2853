import { open } from 'node:fs/promises';

/** Makes the names in a directory durable. */
export const syncDirectory = async (path: string): Promise<void> => {
  const names = await open(path, 'r');
  try {
    await names.sync();
  } finally {
    await names.close();
  }
};
