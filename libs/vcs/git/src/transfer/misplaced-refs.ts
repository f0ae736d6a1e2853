import { refusal, type RefRefusal, type RefUpdate } from '@holdfast/vcs-spi';
import { readSome } from '../refs/ref-files.js';
import { pushTraits } from './push-traits.js';
import type { Unwritable } from './pushed-objects.js';

/**
 * The updates of refs that are no branches or tags, of which nobody else knows where they are, that git would refuse
 * for that: it would take the rest of the push, or leave the directories that it has made for it.
 */
export const misplaced = async (directory: string, updates: Iterable<RefUpdate>): Promise<Unwritable> => {
  const others: RefUpdate[] = [];
  // Bytes that are not UTF-8 all look the same here.
  for (const each of updates) if (each.sort === 'other' && !each.ref.includes('\ufffd')) others.push(each);
  if (others.length === 0) return { count: 0, refusals: [] };
  const now = await readSome(
    directory,
    others.map(({ ref }) => ref),
  );
  const refusals = others.flatMap((update) => refusalOf(update, now.get(update.ref)));
  return { count: refusals.length, refusals };
};

const refusalOf = (update: RefUpdate, now: string | undefined): RefRefusal[] => {
  const { old, new: next } = update;
  if (old !== undefined) return now === old ? [] : [refusal(update, 'moved', pushTraits)];
  return next !== undefined && now !== undefined ? [refusal(update, 'exists', pushTraits)] : [];
};
