import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { GitProcesses } from '../process/git-processes.js';
import { looseHead } from './loose-head.js';
import { whole, type PackCosts, type PackedObject } from './pack-costs.js';
import { PackEntries } from './pack-entries.js';
import { packsIn } from './pack-files.js';
import { SlowTelling, tellObjects } from './told-objects.js';

/** What the objects of a push are, unpacked. */
export interface PushedSizes {
  /** Bytes. */
  all: number;
  /** Bytes of commits and tags: whoever follows references holds them whole. */
  texts: number;
  /** The longest of these. */
  longest?: { id: string; type: string; size: number };
  /**
   * git cannot read one of them where it lies, as what is empty, and stored as a difference: it takes that for damage,
   * and those of others for damaged where packs are joined.
   */
  isBroken?: true;
  /** git takes too long to tell of them: sizes are those of some. */
  isSlow?: true;
}

export const noSizes: PushedSizes = { all: 0, texts: 0 };

/** So many small files are read in one turn of the event loop. */
const filesInATurn = 16;

/** Which objects a push has brought: those in a directory that holds no others. */
export interface PushedPlace {
  directory: string;
  objects: string;
  /** ms */
  timeout: number;
  /** Ends it. */
  signal?: AbortSignal;
}

/**
 * How many bytes the objects of a push are: their headers say it. git makes a file of each where they are few, which
 * are read here: that takes less than its start. `costs` hears of those in packs.
 * @throws when git does not say.
 */
export const pushedSizes = async (
  processes: GitProcesses,
  place: PushedPlace,
  costs?: PackCosts,
): Promise<PushedSizes> => {
  if ((await packsIn(place.objects)).length === 0) return looseSizes(place.objects);
  const until = Date.now() + place.timeout;
  const sizes = await packedSizes(processes, place, costs);
  if (!costs?.isIncomplete || sizes.isSlow || sizes.isBroken) return sizes;
  // What comes behind those that are made from it, as git puts them behind a pack that lacks them, is known now.
  costs.again();
  return packedSizes(processes, { ...place, timeout: until - Date.now() }, costs);
};

const packedSizes = async (
  processes: GitProcesses,
  { directory, objects, timeout, signal }: PushedPlace,
  costs: PackCosts | undefined,
): Promise<PushedSizes> => {
  const found: PushedSizes = { ...noSizes };
  const format = costs ? costlyFormat : plainFormat;
  const parts = format.split(' ').length;
  const entries = costs && new PackEntries(await onlyPack(objects));
  const take = (line: string): void => {
    const fields = line.split(' ');
    if (fields.length !== parts) found.isBroken = true;
    if (found.isBroken) return;
    const [type, id, bytes, packed, base] = fields;
    const object = { type, id, size: Number(bytes) };
    count(found, object);
    if (!costs || !entries) return;
    const entry = { ...object, packed: Number(packed), base };
    const length = lengthOf(entries, entry);
    if (length === undefined) found.isBroken = true;
    else costs.add({ ...entry, length });
  };
  try {
    await tellObjects(
      processes,
      { directory, flags: ['--batch-all-objects', `--batch-check=${format}`, '--buffer', '--unordered'] },
      {
        environment: { GIT_OBJECT_DIRECTORY: objects },
        timeout,
        yielding: true,
        bounded: true,
        ...(signal && { signal }),
      },
      take,
    );
    // git tells once of what is there twice.
    if (entries && !entries.isAtEnd) found.isBroken = true;
  } catch (error) {
    if (!(error instanceof SlowTelling)) throw error;
    found.isSlow = true;
  } finally {
    entries?.close();
  }
  return found;
};

/** `--unordered` has objects told in the order of the pack. Undefined where what lies there is another one. */
const lengthOf = (entries: PackEntries, object: Omit<PackedObject, 'length'>): number | undefined => {
  const { isDifference, length } = entries.next(object.packed);
  const isSame = isDifference ? object.base !== whole : object.base === whole && length === object.size;
  return isSame ? length : undefined;
};

const plainFormat = '%(objecttype) %(objectname) %(objectsize)';
const costlyFormat = `${plainFormat} %(objectsize:disk) %(deltabase)`;

const onlyPack = async (objects: string): Promise<string> => {
  const [name, ...others] = await packsIn(objects);
  if (name === undefined || others.length > 0) throw new Error('a push brings one pack');
  return join(objects, 'pack', `${name}.pack`);
};

const looseSizes = async (objects: string): Promise<PushedSizes> => {
  const found = { ...noSizes };
  let read = 0;
  for (const begin of await readdir(objects)) {
    if (!/^[0-9a-f]{2}$/.test(begin)) continue;
    for (const rest of await readdir(join(objects, begin))) {
      if (!/^[0-9a-f]{38}$/.test(rest)) continue;
      if ((read += 1) % filesInATurn === 0) await nextTurn();
      count(found, { id: begin + rest, ...looseHead(join(objects, begin, rest)) });
    }
  }
  return found;
};

const count = (found: PushedSizes, object: { id: string; type: string; size: number }): void => {
  const { type, size } = object;
  found.all += size;
  if (type !== 'commit' && type !== 'tag') return;
  found.texts += size;
  if (size > (found.longest?.size ?? 0)) found.longest = object;
};
