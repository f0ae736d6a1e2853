import type { RefSnapshot } from './ref-snapshot.js';

/** One reference that a push changes. `old` is what the client believed; it is checked when the ref is locked. */
export interface RefUpdate {
  /** The full name, such as `refs/heads/main`. */
  ref: string;
  /** `reserved`: a name space that clients may not write. */
  sort: 'branch' | 'tag' | 'other' | 'reserved' | 'malformed';
  /** What people call it: the name of the branch or tag, else the full name. */
  name: string;
  /** Absent: the ref is new. */
  old?: string;
  /** Absent: the ref is deleted. */
  new?: string;
}

export interface Refusal {
  ref: string;
  name: string;
  rule: PushRule;
  /** One line without the name. */
  reason: string;
}

/** What the product's own rules say, whatever the kind. */
const ownWords = {
  write_missing: 'you may read this repository but not push to it',
  reserved: 'this name space is not writable',
  malformed: 'this is not a valid name of a reference',
  head_deletion: 'the default branch cannot be deleted',
  protected_deletion: 'protected branch: it cannot be deleted',
  protected_push: 'protected branch: only a project admin may push to it',
  protected_force: 'protected branch: it cannot be force-pushed',
  tag_move: 'existing tag: only masters and admins may move it',
  tag_deletion: 'existing tag: only masters and admins may delete it',
};

/** What a kind's programs would refuse by themselves a moment later, in their own words. */
export type KindRule =
  'twice' | 'collision' | 'exists' | 'moved' | 'no_object' | 'no_room' | 'too_large' | 'no_commit';

export type PushRule = keyof typeof ownWords | KindRule;

/** What a kind has to say about pushes to its repositories. */
export interface PushTraits {
  /** A name is a directory of those that begin with it: `a` and `a/b` exclude each other. */
  readonly namesAreDirectories: boolean;
  /** One line without the name for each. */
  readonly pushWords: Readonly<Record<KindRule, string>>;
}

export interface Abilities {
  /** May push at all. */
  write: boolean;
  /** May push to protected branches. */
  protectedPush: boolean;
  /** May move and delete existing tags. */
  moveTags: boolean;
}

export interface PushCircumstances {
  kind: PushTraits;
  abilities: Abilities;
  /** The branch that HEAD names, if it has one. */
  head?: string;
  isProtected: (branch: string) => boolean;
  /** Whether the update loses commits. Asked for updates of protected branches only. */
  isForced: (ref: string) => boolean;
  /**
   * Branches and tags as they are now. What is known to fail at its lock is refused before anything is
   * written, and the whole push with it; git's own refusal is left for what changes after this look.
   */
  present?: Partial<Record<RefUpdate['sort'], Pick<RefSnapshot, 'get' | 'collision'>>>;
}

/**
 * The updates that the rules forbid, each with the first rule that forbids it; none: the push may go on. The
 * same function answers for a change of refs by the API.
 */
export const refusals = (updates: readonly RefUpdate[], circumstances: PushCircumstances): Refusal[] => {
  const hindrance = hindrances(updates, circumstances);
  return updates.flatMap((update) => {
    const rule = forbidding(update, circumstances) ?? hindrance(update);
    return rule ? [refusal(update, rule, circumstances.kind)] : [];
  });
};

export const refusal = ({ ref, name }: RefUpdate, rule: PushRule, { pushWords }: PushTraits): Refusal => {
  return { ref, name, rule, reason: isOwn(rule) ? ownWords[rule] : pushWords[rule] };
};

const isOwn = (rule: PushRule): rule is keyof typeof ownWords => Object.hasOwn(ownWords, rule);

/** The refs for which `isForced` can matter: existing protected branches that this caller may push to. */
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
    case 'other':
      return undefined;
  }
};

/** What is in the way of an update that the caller may make: another one of the same push, or a ref that is there. */
const hindrances = (
  updates: readonly RefUpdate[],
  { kind, present = {} }: Pick<PushCircumstances, 'kind' | 'present'>,
): ((update: RefUpdate) => PushRule | undefined) => {
  const times = new Map<string, number>();
  for (const { ref } of updates) times.set(ref, (times.get(ref) ?? 0) + 1);
  const deleted = new Set(updates.filter((each) => !each.new).map(({ ref }) => ref));
  const made = updates.filter((each) => each.new && each.sort !== 'malformed').map(({ ref }) => ref);
  const inside = kind.namesAreDirectories ? insideOthers(made) : new Set<string>();
  return (update) => {
    const { ref, sort, name, old, new: next } = update;
    // Bytes that are no UTF-8 look alike here: whether such names are the same, git sees.
    if (ref.includes('\ufffd')) return undefined;
    if ((times.get(ref) ?? 0) > 1) return 'twice';
    const crowded = next && !old && inside.has(ref);
    const refs = present[sort];
    if (!refs) return crowded ? 'collision' : undefined;
    const now = refs.get(name);
    if (old !== undefined) return now === old ? undefined : 'moved';
    if (!next) return undefined;
    if (now !== undefined) return 'exists';
    const other = refs.collision(name);
    // The deletion of one that is in the way may make room: whether it does, git sees.
    const blocked = other !== undefined && !deleted.has(ref.slice(0, -name.length) + other);
    return blocked || crowded ? 'collision' : undefined;
  };
};

/** The names of which another is a directory: `a/b/c` where there is `a`. It looks at each character a few times. */
export const insideOthers = (names: Iterable<string>): Set<string> => {
  const found = new Set<string>();
  // With the least of all characters in place of the slash, what is inside a directory follows right behind it.
  const sorted = [...new Set(names)].map((name) => name.replace(/\//g, '\0')).sort();
  const above: string[] = [];
  for (const name of sorted) {
    while (above.length > 0 && !name.startsWith(above[above.length - 1])) above.pop();
    if (above.length > 0) found.add(name.replace(/\0/g, '/'));
    above.push(`${name}\0`);
  }
  return found;
};

/** The names that are directories of a name: `a` and `a/b` of `a/b/c`. */
export const directoriesOf = (name: string): string[] => {
  const parts = name.split('/');
  return parts.slice(1).map((_, at) => parts.slice(0, at + 1).join('/'));
};
