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

/**
 * The same, and how much of it are the lengths of files whose paths in the directory match `part`. Such a file that is
 * moved meanwhile out of that part is not counted once more.
 */
export const sizeWithin = async (
  directory: string,
  part?: RegExp,
): Promise<{ all: number; part: number }> => {
  const sizes: Sizes = { bytes: 0, padding: 0, part: 0, ofPart: new Set() };
  await addSizes(directory, '', part, sizes);
  return { all: sizes.bytes + Math.max(0, sizes.padding - free), part: sizes.part };
};

interface Sizes {
  bytes: number;
  padding: number;
  part: number;
  /** The inodes of the files of that part, as far as a number tells them apart. */
  readonly ofPart: Set<number>;
}

const addSizes = async (
  directory: string,
  path: string,
  part: RegExp | undefined,
  sizes: Sizes,
): Promise<void> => {
  const below: string[] = [];
  await forEachEntry(directory, async (entry) => {
    if (entry.isDirectory()) return void below.push(entry.name);
    const found = await lstat(join(directory, entry.name)).catch(unlessGone);
    if (!found || sizes.ofPart.has(found.ino)) return;
    const { size, ino } = found;
    sizes.padding += -size & (diskBlock - 1);
    sizes.bytes += size;
    if (!part?.test(path + entry.name)) return;
    sizes.part += size;
    if (Number.isSafeInteger(ino)) sizes.ofPart.add(ino);
  });
  for (const name of below) {
    await addSizes(join(directory, name), `${path}${name}/`, part, sizes);
    sizes.padding += diskBlock;
  }
};
