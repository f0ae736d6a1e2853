import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { eachEntry, syncPath } from '@holdfast/kernel';

/** So many files are brought to the disk at once: file systems write what waits together down together. */
const atOnce = 4;

/**
 * Brings directories and files to the disk, of which there may be millions. `sync`: one of them; where it throws, no
 * more of them are.
 */
export const syncPaths = async <T extends string | Buffer>(
  paths: Iterable<T>,
  sync: (path: T) => Promise<void> = syncPath,
): Promise<void> => {
  const waiting = paths[Symbol.iterator]();
  let isBroken = false;
  const work = async (): Promise<void> => {
    for (let next = waiting.next(); !next.done && !isBroken; next = waiting.next())
      await sync(next.value).catch((error: unknown) => {
        isBroken = true;
        throw error;
      });
  };
  await Promise.all(Array.from({ length: atOnce }, work));
};

/**
 * Brings a directory that nobody else knows of to the disk, with all in it. A file with a second name elsewhere was
 * brought there by whoever wrote it.
 */
export const syncTree = async (directory: string): Promise<void> => {
  const found: string[] = [];
  for await (const path of namesBelow(directory)) found.push(path);
  await syncPaths(found);
};

/** A directory and those below it, and files in them of which there is one name only. */
export async function* namesBelow(directory: string): AsyncGenerator<string> {
  yield directory;
  const below: string[] = [];
  for await (const entry of eachEntry(directory)) {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) below.push(path);
    else if (entry.isFile() && (await lstat(path)).nlink === 1) yield path;
  }
  for (const each of below) yield* namesBelow(each);
}
