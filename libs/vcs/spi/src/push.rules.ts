import { loopShare } from '@holdfast/kernel';
import { diskBlock } from './disk-block.js';
import { hindrances } from './hindrances.rules.js';
import { mistakenRule } from './mistaken-refs.rules.js';
import {
  ownWords,
  type PushCircumstances,
  type PushRule,
  type PushTraits,
  type RefRefusal,
  type RefUpdate,
} from './push-terms.js';
import { refWeight } from './ref-snapshot.js';

/**
 * The updates that are forbidden, each with the first rule that forbids it. If there are none, the push may go on.
 * Changes of refs through the API are judged by this function too.
 */
export const refusals = (updates: readonly RefUpdate[], circumstances: PushCircumstances): RefRefusal[] =>
  [...judging(updates, circumstances)].filter((found) => found !== undefined);

/**
 * The same; of very many updates others have the event loop meanwhile. Whoever decides by it looks afterwards whether
 * the circumstances are what they were.
 */
export const refusalsInTurns = async (
  updates: readonly RefUpdate[],
  circumstances: PushCircumstances,
): Promise<RefRefusal[]> => {
  const found: RefRefusal[] = [];
  for (const one of judging(updates, circumstances)) {
    if (one) found.push(one);
    if (loopShare.isOver) await loopShare.pass();
  }
  return found;
};

/** In short steps: one that finds nothing is undefined. */
function* judging(
  updates: readonly RefUpdate[],
  circumstances: PushCircumstances,
): Generator<RefRefusal | undefined, void> {
  const hindrance = yield* hindrances(updates, circumstances);
  const room = Math.max(0, circumstances.room ?? Infinity);
  const full = roomFor(updates, room) > room;
  yield;
  for (const update of updates) {
    const isTooDeep = full && isDeep(update);
    const hindered = isTooDeep ? undefined : (hindrance(update) ?? mistakenRule(update, circumstances));
    const crowding = isTooDeep || (full && weightAdded(update) > 0) ? 'refs_full' : undefined;
    const rule = forbidding(update, circumstances) ?? hindered ?? crowding;
    yield rule && told(refusal(update, rule, circumstances.kind), circumstances);
  }
}

/** The bytes that they need (`PushCircumstances.room`), as far as they are of interest: up to `most`, about. */
export const roomFor = (updates: readonly RefUpdate[], most: number): number => {
  const growth = growthBy(updates);
  return growth > most ? growth : growth + depthOf(updates, most - growth);
};

/** By how many bytes the names of a repository grow (`RefSnapshot.weight`); below 0: they shrink. */
export const growthBy = (updates: readonly RefUpdate[]): number =>
  updates.reduce((sum, update) => sum + weightAdded(update), 0);

/** The names of new refs may have so many parts: each directory takes a block of the disk until they are packed. */
const freeParts = 8;

/** Of such a name it is dear to find out whether another one is in its way. */
export const isDeep = ({ ref, old, new: next }: RefUpdate): boolean =>
  old === undefined && next !== undefined && ref.split('/', freeParts + 1).length > freeParts;

/** The bytes that the directories of a new ref (its full name) take, but for those that any has. */
export const deepWeight = (ref: string): number => Math.max(0, ref.split('/').length - freeParts) * diskBlock;

/** The bytes that the directories of deep names take, as far as they are of interest: up to `most`, about. */
const depthOf = (updates: readonly RefUpdate[], most: number): number => {
  const directories = new Set<string>();
  for (const update of updates) {
    if (!isDeep(update)) continue;
    const free = update.ref.split('/', freeParts - 1).join('/').length;
    // From the deepest on: where one is known, so are all above it.
    for (let end = update.ref.lastIndexOf('/'); end > free; end = update.ref.lastIndexOf('/', end - 1)) {
      const directory = update.ref.slice(0, end);
      if (directories.has(directory)) break;
      directories.add(directory);
      if (directories.size * diskBlock > most) return directories.size * diskBlock;
    }
  }
  return directories.size * diskBlock;
};

/** What lies in a repository under a name. All of it is read together, also what is in no list. */
const weighed: ReadonlySet<RefUpdate['sort']> = new Set(['branch', 'tag', 'bookmark', 'other']);

const weightAdded = ({ sort, name, old, new: next }: RefUpdate): number => {
  if (!weighed.has(sort) || (old === undefined) === (next === undefined)) return 0;
  const weight = refWeight(Buffer.byteLength(name));
  return old === undefined ? weight : -weight;
};

export const refusal = ({ ref, name }: RefUpdate, rule: PushRule, { pushWords }: PushTraits): RefRefusal => {
  return { ref, name, rule, reason: isOwn(rule) ? ownWords[rule] : pushWords[rule] };
};

/** With the pattern that protects the branch, where the rule is about its protection. */
const told = (refused: RefRefusal, { patternOf }: Pick<PushCircumstances, 'patternOf'>): RefRefusal => {
  const { name, rule, reason } = refused;
  const pattern = aboutProtection.has(rule) ? patternOf?.(name) : undefined;
  return pattern === undefined ? refused : { ...refused, reason: `${reason} (pattern ${pattern})` };
};

const aboutProtection: ReadonlySet<PushRule> = new Set([
  'protected_deletion',
  'protected_push',
  'protected_force',
]);

const isOwn = (rule: PushRule): rule is keyof typeof ownWords => Object.hasOwn(ownWords, rule);

/** The refs of which `isForced` will be asked: protected branches that exist and to which the caller may push. */
export const refsToTestForForce = (
  updates: readonly RefUpdate[],
  { abilities, isProtected }: Pick<PushCircumstances, 'abilities' | 'isProtected'>,
): string[] => {
  if (!abilities.write || !abilities.protectedPush) return [];
  return updates
    .filter((u) => u.sort === 'branch' && u.old && u.new && isProtected(u.name))
    .map((u) => u.ref);
};

const forbidding = (update: RefUpdate, circumstances: PushCircumstances): PushRule | undefined => {
  const { abilities, head, isProtected, isForced } = circumstances;
  if (!abilities.write) return 'write_missing';
  switch (update.sort) {
    case 'reserved':
    case 'malformed':
      return update.sort;
    case 'branch':
      // A deletion counts as one of an existing branch whatever the client says about its old value:
      // git deletes a ref without a check when the client names no old value.
      if (!update.new && isProtected(update.name)) return 'protected_deletion';
      if (!update.new && update.name === head) return 'head_deletion';
      if (!isProtected(update.name)) return undefined;
      if (!abilities.protectedPush) return 'protected_push';
      return update.old && isForced(update.ref) ? 'protected_force' : undefined;
    case 'tag':
      if (abilities.moveTags) return undefined;
      if (!update.new) return 'tag_deletion';
      return update.old ? 'tag_move' : undefined;
    case 'bookmark':
    case 'other':
      return undefined;
  }
};
