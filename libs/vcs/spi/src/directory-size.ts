import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { unlessGone } from '@holdfast/kernel';
import { diskBlock } from './disk-block.js';

/** How many files are looked at together. More would keep all threads of Node's pool from those who wait. */
const atOnce = 2;

/** What is taken beyond the lengths of files and counts for nothing: every repository begins with some. */
const free = 64 * diskBlock;

/**
 * The bytes of all files below a directory: their lengths, and what they and the directories take beyond, in whole
 * blocks. What is removed meanwhile does not count.
 */
export const directorySize = async (directory: string): Promise<number> => {
  const { bytes, padding } = await sizesOf(directory);
  return bytes + Math.max(0, padding - free);
};

const sizesOf = async (directory: string): Promise<{ bytes: number; padding: number }> => {
  const entries = (await readdir(directory, { withFileTypes: true }).catch(unlessGone)) ?? [];
  let [bytes, padding] = [0, 0];
  const files = entries.filter((entry) => !entry.isDirectory()).map(({ name }) => join(directory, name));
  const count = async (): Promise<void> => {
    for (let file = files.pop(); file !== undefined; file = files.pop()) {
      const size = (await lstat(file).catch(unlessGone))?.size ?? 0;
      padding += -size & (diskBlock - 1);
      bytes += size; // not in one with the wait: the sum would be read before it, and what others add meanwhile be lost
    }
  };
  await Promise.all(Array.from({ length: atOnce }, count));
  for (const entry of entries)
    if (entry.isDirectory()) {
      const below = await sizesOf(join(directory, entry.name));
      bytes += below.bytes;
      padding += diskBlock + below.padding;
    }
  return { bytes, padding };
};
