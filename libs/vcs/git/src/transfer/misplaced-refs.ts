import { refusal, type RefRefusal, type RefUpdate } from '@holdfast/vcs-spi';
import { readKeys, readSome } from '../refs/ref-files.js';
import { noText } from '../refs/ref-name.js';
import { pushTraits } from './push-traits.js';
import type { Unwritable } from './pushed-objects.js';
import type { PushedUpdates } from './pushed-updates.js';

/**
 * The updates of refs that are no branches or tags, of which nobody else knows where they are, that git would refuse
 * for that: it would take the rest of the push, or leave the directories that it has made for it. The same of names
 * that are no UTF-8, which all look alike to others. And deletions of what their client believes not to be there: git
 * would do them, and nobody would know what has gone.
 */
export const misplaced = async (directory: string, updates: PushedUpdates): Promise<Unwritable> => {
  const others: RefUpdate[] = [];
  const refusals: RefRefusal[] = [];
  let isAnyUnread = false;
  for (const each of updates) {
    if (each.ref.includes(noText)) isAnyUnread = true;
    else if (isOfNothing(each)) refusals.push(refusal(each, 'moved', pushTraits));
    else if (each.sort === 'other') others.push(each);
  }
  const refs = others.map(({ ref }) => ref);
  const now = refs.length > 0 ? await readSome(directory, refs) : undefined;
  refusals.push(...others.flatMap((update) => refusalOf(update, now?.get(update.ref))));
  if (isAnyUnread) refusals.push(...(await misplacedUnread(directory, [...updates.unread()])));
  return { count: refusals.length, refusals };
};

const misplacedUnread = async (
  directory: string,
  named: readonly { update: RefUpdate; key: string }[],
): Promise<RefRefusal[]> => {
  const now = await readKeys(
    directory,
    named.map(({ key }) => key),
  );
  return named.flatMap(({ update, key }) =>
    isOfNothing(update) ? [refusal(update, 'moved', pushTraits)] : refusalOf(update, now.get(key)),
  );
};

/** No client asks for it: of what is not there `git push` says so itself. */
const isOfNothing = ({ sort, old, new: next }: RefUpdate): boolean =>
  old === undefined && next === undefined && sort !== 'reserved' && sort !== 'malformed';

const refusalOf = (update: RefUpdate, now: string | undefined): RefRefusal[] => {
  const { old, new: next } = update;
  if (old !== undefined) return now === old ? [] : [refusal(update, 'moved', pushTraits)];
  return next !== undefined && now !== undefined ? [refusal(update, 'exists', pushTraits)] : [];
};
