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
export const directorySize = async (directory: string): Promise<number> => (await sizeWithin(directory)).all;

/** The same, and how much of it are the lengths of files whose paths in the directory match `part`. */
export const sizeWithin = async (
  directory: string,
  part?: RegExp,
): Promise<{ all: number; part: number }> => {
  const sizes = { bytes: 0, padding: 0, part: 0 };
  await addSizes(directory, '', part, sizes);
  return { all: sizes.bytes + Math.max(0, sizes.padding - free), part: sizes.part };
};

const addSizes = async (
  directory: string,
  path: string,
  part: RegExp | undefined,
  sizes: { bytes: number; padding: number; part: number },
): Promise<void> => {
  const below: string[] = [];
  await forEachEntry(directory, async (entry) => {
    if (entry.isDirectory()) return void below.push(entry.name);
    const size = (await lstat(join(directory, entry.name)).catch(unlessGone))?.size ?? 0;
    sizes.padding += -size & (diskBlock - 1);
    sizes.bytes += size;
    if (part?.test(path + entry.name)) sizes.part += size;
  });
  for (const name of below) {
    await addSizes(join(directory, name), `${path}${name}/`, part, sizes);
    sizes.padding += diskBlock;
  }
};
