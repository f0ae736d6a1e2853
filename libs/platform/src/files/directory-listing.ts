import type { BigIntStats } from 'node:fs';
import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { eachEntry, unlessGone } from '@holdfast/kernel';

/** Looked at together. */
const atOnce = 32;

/** A file as a look at it shows it: written to since, it looks different. */
export interface FileLook {
  size: number;
  /** When it was written to, what it is, and when it came: of two different contents these differ. */
  mark: string;
  /** It has other names, too, here or elsewhere. */
  shared?: true;
}

/** More files and directories of one repository nobody lists: what is known of each is in memory. */
const mostListed = 1_000_000;

/** There is more in a directory and below it than anybody lists. */
export class TooManyFiles extends Error {
  override readonly name = 'TooManyFiles';
  constructor(most: number) {
    super(`it has more than ${most} files and directories`);
  }
}

/** What lies in a directory and below it; paths from there. Links and sockets are no content. */
export interface DirectoryListing {
  directories: string[];
  files: Map<string, FileLook>;
}

export const lookOf = ({ size, mtimeNs, ctimeNs, ino, mode, nlink }: BigIntStats): FileLook => ({
  size: Number(size),
  mark: `${ino}.${mtimeNs}.${ctimeNs}.${mode}`,
  ...(nlink > 1n && { shared: true }),
});

/** The end of a mark where a whole second is when the file was written to: somebody has set that. */
const setTime = /\.(?:\d*0{9}|0)\.\d+\.\d+$/;

/**
 * What of a mark, or of one with more before it, is about the content of the file. When it came (ctime) is not: that
 * changes with every name that the file gets or loses, as by a fork. But it is where the time of writing is a whole
 * second: Mercurial sets that ahead where it replaces a file twice in one, so that another file which has got the inode
 * may have the same. What was written to since differs in this, too, as long as nobody sets other times by hand.
 */
export const contentMark = (mark: string): string =>
  setTime.test(mark) ? mark : mark.split('.').toSpliced(-2, 1).join('.');

/** The same of a file that never changes once it has its name: which file it is, whatever its times are. */
export const lastingMark = (mark: string): string => mark.split('.').toSpliced(-3, 2).join('.');

/** How a directory is listed. */
export interface ListingOptions {
  /** What is known of a file that never changes once it has its name; it is not looked at again. */
  known?: (path: string) => FileLook | undefined;
  /** How much may lie there. */
  most?: number | undefined;
  /** Paths that are left out, with all that lies below them. */
  without?: RegExp | undefined;
}

/**
 * Lists a directory that may be written to meanwhile: what goes while it is listed may be missing.
 * @throws TooManyFiles
 */
export const listDirectory = async (
  root: string,
  { known, most = mostListed, without }: ListingOptions = {},
): Promise<DirectoryListing> => {
  const listing: DirectoryListing = { directories: [], files: new Map() };
  const waiting = [''];
  let found = 0;
  for (let below = waiting.pop(); below !== undefined; below = waiting.pop()) {
    const looked: string[] = [];
    for await (const entry of eachEntry(join(root, below))) {
      found += 1;
      if (found > most) throw new TooManyFiles(most);
      const path = below === '' ? entry.name : `${below}/${entry.name}`;
      if (without?.test(path)) continue;
      if (entry.isDirectory()) {
        listing.directories.push(path);
        waiting.push(path);
      } else if (entry.isFile()) {
        const before = known?.(path);
        if (before) listing.files.set(path, before);
        else if (looked.push(path) === atOnce)
          await Promise.all(looked.splice(0).map((each) => look(root, each, listing)));
      }
    }
    await Promise.all(looked.map((path) => look(root, path, listing)));
  }
  return listing;
};

const look = async (root: string, path: string, { files }: DirectoryListing): Promise<void> => {
  const found = await lstat(join(root, path), { bigint: true }).catch(unlessGone);
  if (found?.isFile()) files.set(path, lookOf(found));
};
