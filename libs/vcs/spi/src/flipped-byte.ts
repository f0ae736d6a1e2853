import { chmod, open, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * For tests: changes a byte of the first file below a directory, in order, whose path there fits, as a disk does that
 * fails: the one in the middle, or so many before the end.
 */
export const flipByte = async (directory: string, path: RegExp, beforeEnd?: number): Promise<void> => {
  const files = (await readdir(directory, { recursive: true })).filter((each) => path.test(each)).sort();
  if (files.length === 0) throw new Error(`nothing in ${directory} is called like ${String(path)}`);
  const place = join(directory, files[0]);
  await chmod(place, 0o600);
  const file = await open(place, 'r+');
  try {
    const { size } = await file.stat();
    const at = beforeEnd === undefined ? Math.floor(size / 2) : size - beforeEnd;
    const { buffer } = await file.read(Buffer.alloc(1), 0, 1, at);
    buffer[0] ^= 0xff;
    await file.write(buffer, 0, 1, at);
  } finally {
    await file.close();
  }
};
