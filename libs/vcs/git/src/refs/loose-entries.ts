import { opendirSync, type Dirent } from 'node:fs';
import { loopShare } from '@holdfast/kernel';
import { unlessAbsent } from './absence.js';

/** A file or directory below `refs/`. */
export interface LooseEntry {
  /** Its path in the repository, a character for each byte; that of a directory ends with a slash. */
  key: string;
  isDirectory: boolean;
}

/**
 * What lies below a directory of references, and itself, in turns of the event loop: each directory after all that is
 * in it. There may be very many directories, of pushes that failed, so nothing is held but the keys of those that come
 * next.
 */
export async function* looseEntries(directory: string, prefix: string): AsyncGenerator<LooseEntry> {
  const waiting = [prefix];
  const around: string[] = [];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    around.push(next);
    // Also where nothing is in it.
    if (loopShare.isOver) await loopShare.pass();
    for (const entry of entriesOf(placeOf(directory, next))) {
      if (loopShare.isOver) await loopShare.pass();
      const key = `${next}${entry.name}`;
      if (entry.isDirectory()) waiting.push(`${key}/`);
      else yield { key, isDirectory: false };
    }
    const then = waiting.at(-1);
    for (let last = around.at(-1); last !== undefined && !then?.startsWith(last); last = around.at(-1)) {
      around.pop();
      yield { key: last, isDirectory: true };
    }
  }
}

/** Where that is which has the key. */
export const placeOf = (directory: string, key: string): Buffer =>
  Buffer.concat([Buffer.from(`${directory}/`), Buffer.from(key, 'latin1')]);

/** Read together. */
const atOnce = 256;

/**
 * Synchronous on purpose: most directories have few names, and handing each of thousands to another thread costs ten
 * times as much as reading it.
 */
function* entriesOf(place: Buffer): Generator<Dirent> {
  try {
    const entries = opendirSync(place, { encoding: 'latin1', bufferSize: atOnce });
    try {
      for (let entry = entries.readSync(); entry; entry = entries.readSync()) yield entry;
    } finally {
      entries.closeSync();
    }
  } catch (error) {
    unlessAbsent(error);
  }
}
