import type { VcsRepository } from './vcs-kind.js';

/** The properties of a repository that a kind may leave out. */
export type Ability = {
  [Name in keyof VcsRepository]-?: undefined extends VcsRepository[Name] ? Name : never;
}[keyof VcsRepository];

/** A new one does not compile before it stands here; the samples of each kind then say whether it has it. */
const named: { readonly [Name in Ability]: Name } = {
  blame: 'blame',
  bookmarks: 'bookmarks',
  branches: 'branches',
  care: 'care',
  commits: 'commits',
  contentAddressed: 'contentAddressed',
  diff: 'diff',
  happened: 'happened',
  hasCommits: 'hasCommits',
  log: 'log',
  newest: 'newest',
  otherRefs: 'otherRefs',
  remotes: 'remotes',
  search: 'search',
  tags: 'tags',
  tree: 'tree',
};
/** In order. */
export const abilities: readonly Ability[] = Object.values(named);

/** `describe` for a kind that has all that the tests need. For others the group is not registered. */
export const describeWith = (
  has: readonly Ability[],
  ...needed: Ability[]
): ((name: string, tests: () => void) => void) =>
  needed.every((each) => has.includes(each)) ? describe : () => undefined;
