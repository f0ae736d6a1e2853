import { tellsNames } from './branch-pattern.js';
import type { RefSnapshot } from './ref-snapshot.js';

/** A branch, a tag or the beginning of a commit's id for which clients take another reference, because of its name. */
export interface MistakenRef {
  readonly sort: 'branch' | 'tag' | 'commit';
  readonly name: string;
  /** Whether or not there is one: it may come, and nothing else is called so. */
  readonly ever?: boolean;
}

/** By its name alone, whether or not there are such branches and tags. `head`: the default branch. */
export type MistakenFor = (ref: { sort: string; name: string }, head?: string) => readonly MistakenRef[];

/** A change of a reference, as pushes tell it. */
interface Change {
  readonly sort: string;
  readonly name: string;
  /** Absent: the reference is new. */
  readonly old?: string;
  /** Absent: it is deleted. */
  readonly new?: string;
}

export interface MistakenCircumstances {
  /** Absent: every name is taken for what it is. */
  kind: { readonly mistakenFor?: MistakenFor | undefined };
  /** The default branch. */
  head?: string;
  abilities: { readonly moveTags: boolean; readonly protectedPush: boolean };
  isProtected: (branch: string) => boolean;
  /** As `PushCircumstances.patternOf`. */
  patternOf?: (branch: string) => string | undefined;
  /** The branches and tags as they are now, and the commits whose ids begin so. */
  present?: Partial<Record<MistakenRef['sort'], Pick<RefSnapshot, 'get'>>>;
}

/** For which branches and tags a reference is taken that is new. What there is already moves as ever. */
export const mistakenByUpdate = (
  { mistakenFor }: MistakenCircumstances['kind'],
  update: Change,
  head?: string,
): readonly MistakenRef[] =>
  mistakenFor && update.old === undefined && update.new !== undefined ? mistakenFor(update, head) : [];

/** A tag with the whole id of the commit to which it leads would lead to another one. */
const movesFromId = ({ mistakenFor }: MistakenCircumstances['kind'], update: Change): boolean =>
  update.sort === 'tag' &&
  update.old !== undefined &&
  update.new !== undefined &&
  mistakenFor?.(update).some(({ sort, name }) => sort === 'commit' && name === update.old) === true;

/**
 * The rule that forbids a new reference because clients would take it for another one: then whoever makes it would
 * change what they build from as if he had moved that, which he may not. There need be no such branch yet where the new
 * one is neither branch nor tag, since who pushes the first commits of a branch would push them there; nor where a
 * pattern tells how such branches are called, since who makes one later would not look; nor where nothing but ids look
 * so, since who makes the name knows which commit he brings next. A tag may have the whole id of the commit to which it
 * leads, and stays there; branches move. Of a part of an id there may be another commit, also later: two that begin
 * alike are made in seconds.
 */
export const mistakenRule = (
  update: Change,
  { kind, head, abilities, isProtected, patternOf, present = {} }: MistakenCircumstances,
): 'tag_mistaken' | 'branch_mistaken' | 'id_mistaken' | undefined => {
  if (movesFromId(kind, update) && !abilities.protectedPush) return 'id_mistaken';
  for (const { sort, name, ever } of mistakenByUpdate(kind, update, head)) {
    const isThere = ever === true || present[sort]?.get(name) !== undefined;
    if (sort === 'tag' && isThere && !abilities.moveTags) return 'tag_mistaken';
    const isMeant = update.sort === 'tag' && update.new === name;
    if (sort === 'commit' && isThere && !isMeant && !abilities.protectedPush) return 'id_mistaken';
    const isNamed = tellsNames(patternOf?.(name) ?? '');
    const counts = sort === 'branch' && (isThere || update.sort === 'other' || isNamed);
    if (counts && !abilities.protectedPush && isProtected(name)) return 'branch_mistaken';
  }
  return undefined;
};
