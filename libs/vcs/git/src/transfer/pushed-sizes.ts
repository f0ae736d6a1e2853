import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { GitProcesses } from '../process/git-processes.js';
import { unlessAbsent } from '../refs/absence.js';
import { looseHead } from './loose-head.js';
import { tellObjects } from './told-objects.js';

/** What the objects of a push are, unpacked. */
export interface PushedSizes {
  /** Bytes. */
  all: number;
  /** Bytes of commits and tags: whoever follows references holds them whole. */
  texts: number;
  /** The longest of these. */
  longest?: { id: string; type: string; size: number };
  /** How many objects there are, or 0 where none is stored as a difference from another. */
  chained: number;
}

const isText = (type: string): boolean => type === 'commit' || type === 'tag';

/** What git names as that from which an object is a difference, where it is none. */
export const whole = '0'.repeat(40);

/** So many small files are read in one turn of the event loop. */
const filesInATurn = 16;

/**
 * How many bytes the objects of a push are: their headers say it. `objects` is the directory that holds them and no
 * others. git makes a file of each where they are few, which are read here: that takes less than its start.
 * @throws when git does not say.
 */
export const pushedSizes = async (
  processes: GitProcesses,
  directory: string,
  objects: string,
  timeout: number,
): Promise<PushedSizes> => {
  const found: PushedSizes = { all: 0, texts: 0, chained: 0 };
  const packs = (await readdir(join(objects, 'pack')).catch(unlessAbsent)) ?? [];
  if (packs.length === 0) await looseSizes(objects, found);
  else {
    let [number, isChained] = [0, false];
    await tellObjects(
      processes,
      { directory, flags: ['--batch-all-objects', `--batch-check=${format}`, '--buffer', '--unordered'] },
      { environment: { GIT_OBJECT_DIRECTORY: objects }, timeout, yielding: true },
      (line) => {
        const [type, size, base, id] = line.split(' ');
        count(found, { id, type, size: Number(size) });
        number += 1;
        isChained ||= base !== whole;
      },
    );
    if (isChained) found.chained = number;
  }
  return found;
};

const format = '%(objecttype) %(objectsize) %(deltabase) %(objectname)';

const looseSizes = async (objects: string, found: PushedSizes): Promise<void> => {
  let read = 0;
  for (const begin of await readdir(objects)) {
    if (!/^[0-9a-f]{2}$/.test(begin)) continue;
    for (const rest of await readdir(join(objects, begin))) {
      if (!/^[0-9a-f]{38}$/.test(rest)) continue;
      if ((read += 1) % filesInATurn === 0) await nextTurn();
      count(found, { id: begin + rest, ...looseHead(join(objects, begin, rest)) });
    }
  }
};

const count = (found: PushedSizes, object: { id: string; type: string; size: number }): void => {
  const { type, size } = object;
  found.all += size;
  if (!isText(type)) return;
  found.texts += size;
  if (size > (found.longest?.size ?? 0)) found.longest = object;
};
