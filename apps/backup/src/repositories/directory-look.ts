import type { BigIntStats } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Looked at together. */
const atOnce = 32;

/** What lies in a directory and below it, by paths from there. Links and sockets are no content. */
export interface DirectoryLook {
  directories: string[];
  /** Paths to what a look at each file shows. */
  files: Map<string, string>;
}

/** What a look at a file shows: written to since, it looks different. */
export const markOf = ({ size, mtimeNs, ctimeNs, ino, mode }: BigIntStats): string =>
  `${ino}.${size}.${mtimeNs}.${ctimeNs}.${mode}`;

/** Looks at a directory that may be written to meanwhile: what goes while it is looked at may be missing. */
export const lookAt = async (root: string): Promise<DirectoryLook> => {
  const look: DirectoryLook = { directories: [], files: new Map() };
  const waiting = [''];
  for (let below = waiting.pop(); below !== undefined; below = waiting.pop()) {
    const entries = (await readdir(join(root, below), { withFileTypes: true }).catch(unlessGone)) ?? [];
    const files: string[] = [];
    for (const entry of entries) {
      const path = below === '' ? entry.name : `${below}/${entry.name}`;
      if (entry.isDirectory()) {
        look.directories.push(path);
        waiting.push(path);
      } else if (entry.isFile()) files.push(path);
    }
    for (let at = 0; at < files.length; at += atOnce)
      await Promise.all(
        files.slice(at, at + atOnce).map(async (path) => {
          const found = await lstat(join(root, path), { bigint: true }).catch(unlessGone);
          if (found?.isFile()) look.files.set(path, markOf(found));
        }),
      );
  }
  return look;
};

/** For `catch`: what is not there any more is no failure. */
export const unlessGone = (error: unknown): undefined => {
  const { code } = error as NodeJS.ErrnoException;
  if (code !== 'ENOENT' && code !== 'ENOTDIR') throw error;
  return undefined;
};
