import type { Dirent } from 'node:fs';
import { opendir } from 'node:fs/promises';
import { loopShare } from './loop-share.js';
import { unlessGone } from './unless-gone.js';

/** Names that are read together: of a directory no more are in memory. */
const readAtOnce = 256;

/** How many are worked on together. More would keep all threads of Node's pool from those who wait. */
const atOnce = 2;

/**
 * What lies in a directory, in turns of the event loop: users may put millions of files into one. Nothing does where
 * the directory is not there, or goes meanwhile.
 */
export async function* eachEntry(directory: string): AsyncGenerator<Dirent, undefined> {
  try {
    for await (const entry of await opendir(directory, { bufferSize: readAtOnce })) {
      if (loopShare.isOver) await loopShare.pass();
      yield entry;
    }
  } catch (error) {
    unlessGone(error);
  }
}

/** Does something with each entry of a directory, two of them at a time. Where it fails for one, no more are begun. */
export const forEachEntry = async (
  directory: string,
  work: (entry: Dirent) => Promise<void>,
): Promise<void> => {
  const entries = eachEntry(directory);
  const worker = async (): Promise<void> => {
    for (let next = await entries.next(); !next.done; next = await entries.next()) await work(next.value);
  };
  try {
    await Promise.all(Array.from({ length: atOnce }, worker));
  } finally {
    await entries.return(undefined);
  }
};
