import type { RefChange } from '@holdfast/contracts';

/** Where refs are about to change, and who changes them. Uuids, and the repository's id as it is now. */
export interface ChangePlace {
  company: string;
  project: string;
  repository: { uuid: string; id: string; type: string };
  account?: string;
  cause: 'push' | 'api';
}

/** What is about to be changed: one event, if it happens. */
export interface Intent extends ChangePlace {
  /** Of the event. */
  id: string;
  at: number;
  /** Of the whole change, of which this may be a part. */
  change: string;
  updates: readonly RefChange[];
}

/** What became of an intent: the indexes of those of its updates that took effect. */
export interface Outcome {
  id: string;
  happened: readonly number[];
}

/** Most updates of one intent, and most characters of their names. */
const mostUpdates = 500;
const mostCharacters = 32 << 10;

/** Updates in parts that are small enough for an event each; those that change nothing are left out. */
export const partsOf = (updates: Iterable<RefChange>): RefChange[][] => {
  const parts: RefChange[][] = [];
  let length = 0;
  for (const { ref, sort, name, old, new: next } of updates) {
    if (old === next) continue;
    const last = parts.at(-1);
    const update = {
      ref,
      sort,
      name,
      ...(old === undefined ? {} : { old }),
      ...(next === undefined ? {} : { new: next }),
    };
    length += ref.length;
    if (last && last.length < mostUpdates && length <= mostCharacters) last.push(update);
    else {
      parts.push([update]);
      length = ref.length;
    }
  }
  return parts;
};
