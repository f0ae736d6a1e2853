import { refusal, type RefRefusal, type RefUpdate } from '@holdfast/vcs-spi';
import { readSome } from '../refs/ref-files.js';
import { pushTraits } from './push-traits.js';
import type { Unwritable } from './pushed-objects.js';

/**
 * The updates of refs that are no branches or tags, of which nobody else knows where they are, that git would refuse
 * for that: it would take the rest of the push, or leave the directories that it has made for it. And deletions of
 * what their client believes not to be there: git would do them, and nobody would know what has gone.
 */
export const misplaced = async (directory: string, updates: Iterable<RefUpdate>): Promise<Unwritable> => {
  const others: RefUpdate[] = [];
  const refusals: RefRefusal[] = [];
  for (const each of updates) {
    if (isOfNothing(each)) refusals.push(refusal(each, 'moved', pushTraits));
    // Bytes that are not UTF-8 all look the same here.
    else if (each.sort === 'other' && !each.ref.includes('\ufffd')) others.push(each);
  }
  if (others.length > 0) {
    const now = await readSome(
      directory,
      others.map(({ ref }) => ref),
    );
    refusals.push(...others.flatMap((update) => refusalOf(update, now.get(update.ref))));
  }
  return { count: refusals.length, refusals };
};

/** No client asks for it: of what is not there `git push` says so itself. */
const isOfNothing = ({ sort, old, new: next }: RefUpdate): boolean =>
  old === undefined && next === undefined && sort !== 'reserved' && sort !== 'malformed';

const refusalOf = (update: RefUpdate, now: string | undefined): RefRefusal[] => {
  const { old, new: next } = update;
  if (old !== undefined) return now === old ? [] : [refusal(update, 'moved', pushTraits)];
  return next !== undefined && now !== undefined ? [refusal(update, 'exists', pushTraits)] : [];
};
