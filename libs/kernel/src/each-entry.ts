import { opendirSync, type Dirent } from 'node:fs';
import { loopShare } from './loop-share.js';
import { unlessGone } from './unless-gone.js';

/** Names that are read together: of a directory no more are in memory. */
const readAtOnce = 256;

/** How many are worked on together. More would keep all threads of Node's pool from those who wait. */
const atOnce = 2;

/**
 * What lies in a directory, in turns of the event loop: users may put millions of files into one. Nothing does where
 * the directory is not there, or goes meanwhile. `encoding`: `latin1` has a character for each byte of the names, which
 * need not be UTF-8.
 */
export async function* eachEntry(
  directory: string | Buffer,
  encoding: 'utf8' | 'latin1' = 'utf8',
): AsyncGenerator<Dirent, undefined> {
  try {
    const opened = opendirSync(directory, { bufferSize: readAtOnce, encoding });
    try {
      // Synchronous on purpose: most have few names, and to hand each to another thread costs three times as much.
      for (let entry = opened.readSync(); entry; entry = opened.readSync()) {
        if (loopShare.isOver) await loopShare.pass();
        yield entry;
      }
    } finally {
      opened.closeSync();
    }
  } catch (error) {
    unlessGone(error);
  }
}

/** Does something with each entry of a directory, two of them at a time. Where it fails for one, it soon ends. */
export const forEachEntry = async (
  directory: string | Buffer,
  work: (entry: Dirent) => Promise<void>,
  encoding?: 'latin1',
): Promise<void> => {
  const entries = eachEntry(directory, encoding);
  const worker = async (): Promise<void> => {
    for (let next = await entries.next(); !next.done; next = await entries.next()) await work(next.value);
  };
  try {
    await Promise.all(Array.from({ length: atOnce }, worker));
  } finally {
    await entries.return(undefined);
  }
};
