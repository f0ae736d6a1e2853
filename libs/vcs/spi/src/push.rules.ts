import { diskBlock } from './disk-block.js';
import { mistakenRule, type MistakenFor } from './mistaken-refs.rules.js';
import { insideOthers } from './nested-names.js';
import { refWeight, type RefSnapshot } from './ref-snapshot.js';

/** One ref that a push changes. `old`: where the client believes it to be. That is checked when the ref is locked. */
export interface RefUpdate {
  /** The full name, such as `refs/heads/main`. */
  ref: string;
  /** `reserved`: clients may not write in this name space. `malformed`: not a valid name. */
  sort: 'branch' | 'tag' | 'bookmark' | 'other' | 'reserved' | 'malformed';
  /** Its name for people: that of the branch, tag or bookmark, else the full name. */
  name: string;
  /** Absent: the ref is new. */
  old?: string;
  /** Absent: the ref is deleted. */
  new?: string;
}

export interface RefRefusal {
  ref: string;
  name: string;
  rule: PushRule;
  /** One line, which does not contain the name. */
  reason: string;
}

/** The reasons of the product's own rules, for all kinds. */
const ownWords = {
  write_missing: 'you may read this repository but not push to it',
  reserved: 'this name space is not writable',
  malformed: 'this is not a valid name of a reference',
  head_deletion: 'the default branch cannot be deleted',
  protected_deletion: 'protected branch: it cannot be deleted',
  protected_push: 'protected branch: only a project admin may push to it',
  protected_force: 'protected branch: it cannot be force-pushed',
  refs_full: 'the references of this repository, with their names, take all the room that they may',
  tag_move: 'existing tag: only masters and admins may move it',
  tag_deletion: 'existing tag: only masters and admins may delete it',
  tag_mistaken: 'clients take it for an existing tag: only masters and admins may make it',
  branch_mistaken: 'clients take it for a protected branch: only a project admin may make it',
};

/** What the programs of a kind would refuse a moment later by themselves. The kind has the words for it. */
export type KindRule =
  | 'twice'
  | 'collision'
  | 'exists'
  | 'moved'
  | 'no_object'
  | 'no_room'
  | 'too_large'
  | 'no_commit'
  | 'deep_tag';

export type PushRule = keyof typeof ownWords | KindRule;

/** What a kind says about pushes to its repositories. */
export interface PushTraits {
  /** Names are like paths: `a` and `a/b` cannot exist together. */
  readonly namesAreDirectories: boolean;
  /** Absent: clients take no name for another. */
  readonly mistakenFor?: MistakenFor | undefined;
  /** Whether all refs of such a push change together or none does. Absent: they never do. */
  readonly changesTogether?: ((updates: readonly RefUpdate[]) => boolean) | undefined;
  /** The reason for each rule: one line, without the name of the ref. */
  readonly pushWords: Readonly<Record<KindRule, string>>;
}

export interface Abilities {
  /** He may push. */
  write: boolean;
  /** He may push to protected branches. */
  protectedPush: boolean;
  /** He may move and delete tags that exist. */
  moveTags: boolean;
}

export interface PushCircumstances {
  kind: PushTraits;
  abilities: Abilities;
  /** The name of the default branch, if there is one. */
  head?: string;
  isProtected: (branch: string) => boolean;
  /** The pattern by which a branch is protected, if it is by one: whoever is refused is told. */
  patternOf?: (branch: string) => string | undefined;
  /** Whether the update of this ref loses commits. It is asked only about protected branches. */
  isForced: (ref: string) => boolean;
  /**
   * The branches and tags as they are now. An update that would fail under its lock is refused before anything is
   * written, and so is the whole push. What changes after this moment is left to the kind's own programs.
   */
  present?: Partial<Record<RefUpdate['sort'], Pick<RefSnapshot, 'get' | 'collision'>>>;
  /** By how much its refs may grow (`growthBy`). Absent: by any number. */
  room?: number;
  /** All of them change together or none does: what is deleted makes no room for others. */
  together?: boolean;
}

/**
 * The updates that are forbidden, each with the first rule that forbids it. If there are none, the push may go on.
 * Changes of refs through the API are judged by this function too.
 */
export const refusals = (updates: readonly RefUpdate[], circumstances: PushCircumstances): RefRefusal[] => {
  const hindrance = hindrances(updates, circumstances);
  const room = Math.max(0, circumstances.room ?? Infinity);
  const growth = growthBy(updates);
  const full = growth > room || growth + depthOf(updates, room - growth) > room;
  return updates.flatMap((update) => {
    const isTooDeep = full && isDeep(update);
    const hindered = isTooDeep ? undefined : (hindrance(update) ?? mistakenRule(update, circumstances));
    const crowding = isTooDeep || (full && weightAdded(update) > 0) ? 'refs_full' : undefined;
    const rule = forbidding(update, circumstances) ?? hindered ?? crowding;
    return rule ? [told(refusal(update, rule, circumstances.kind), circumstances)] : [];
  });
};

/** By how many bytes the names of a repository grow (`RefSnapshot.weight`); below 0: they shrink. */
export const growthBy = (updates: readonly RefUpdate[]): number =>
  updates.reduce((sum, update) => sum + weightAdded(update), 0);

/** The names of new refs may have so many parts: each directory takes a block of the disk until they are packed. */
const freeParts = 8;

/** Of such a name it is dear to find out whether another one is in its way. */
export const isDeep = ({ ref, old, new: next }: RefUpdate): boolean =>
  old === undefined && next !== undefined && ref.split('/', freeParts + 1).length > freeParts;

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

/** Why an update fails although the caller may make it: another update of the push, or a ref, is in its way. */
const hindrances = (
  updates: readonly RefUpdate[],
  { kind, present = {}, together = false }: Pick<PushCircumstances, 'kind' | 'present' | 'together'>,
): ((update: RefUpdate) => PushRule | undefined) => {
  const once = new Set<string>();
  const twice = new Set<string>();
  for (const { ref } of updates) (once.has(ref) ? twice : once).add(ref);
  const deleted = new Set(updates.filter((each) => !each.new).map(({ ref }) => ref));
  const locked = updates.filter((each) => (each.new || together) && each.sort !== 'malformed');
  const inside = kind.namesAreDirectories ? insideOthers(locked.map(({ ref }) => ref)) : new Set<string>();
  const free = new Map<RefUpdate['sort'], Set<string>>();
  return (update) => {
    const { ref, sort, name, old, new: next } = update;
    // Bytes that are not UTF-8 all look the same here. Whether such names are equal is left to git.
    if (ref.includes('\ufffd')) return undefined;
    if (twice.has(ref)) return 'twice';
    const crowded = (together || (next && !old)) && inside.has(ref);
    const refs = present[sort];
    if (!refs || (together && crowded)) return crowded ? 'collision' : undefined;
    const now = refs.get(name);
    if (old !== undefined) return now === old ? undefined : 'moved';
    if (!next) return undefined;
    if (now !== undefined) return 'exists';
    if (!free.has(sort)) free.set(sort, new Set());
    const other = refs.collision(name, free.get(sort));
    // If the other one is deleted by the same push, there may be room. Whether there is, is left to git.
    const blocked = other !== undefined && !deleted.has(ref.slice(0, -name.length) + other);
    return blocked || crowded ? 'collision' : undefined;
  };
};
