import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { forEachEntry, unlessGone } from '@holdfast/kernel';
import { diskBlock } from './disk-block.js';

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
  let [bytes, padding] = [0, 0];
  const below: string[] = [];
  await forEachEntry(directory, async (entry) => {
    if (entry.isDirectory()) return void below.push(entry.name);
    const size = (await lstat(join(directory, entry.name)).catch(unlessGone))?.size ?? 0;
    padding += -size & (diskBlock - 1);
    bytes += size; // not in one with the wait: the sum would be read before it, and what others add meanwhile be lost
  });
  for (const name of below) {
    const sizes = await sizesOf(join(directory, name));
    bytes += sizes.bytes;
    padding += diskBlock + sizes.padding;
  }
  return { bytes, padding };
};
