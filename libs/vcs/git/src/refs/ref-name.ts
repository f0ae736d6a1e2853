import type { NameProblem, RefUpdate } from '@holdfast/vcs-spi';

/** A file system takes 255 bytes for one component, and git locks a ref in a file named `<component>.lock`. */
const longestComponent = 250;
/** Leaves room for the repository's own path in the 4096 bytes of a path. */
const longestName = 2000;

/**
 * Whether git takes the full name of a ref (`refs/…`): the rules of git-check-ref-format(1) without options,
 * which ask for two components, so `refs/heads/x` and `heads/x` are well formed and `x` is not.
 */
export const isRefName = (ref: string): boolean => {
  if (!ref.includes('/') || ref === '@') return false;
  if (/[ ~^:?*[\\]|\.\.|@\{/.test(ref) || ref.endsWith('.') || hasControl(ref)) return false;
  return ref.split('/').every((part) => part !== '' && !part.startsWith('.') && !part.endsWith('.lock'));
};

/** What git's commands call where they work, and what they have fetched, merged or left there (gitrevisions(7)). */
const ownWords = /^(?:(?:(?:FETCH|ORIG|MERGE|REBASE|REVERT|CHERRY_PICK|BISECT)_)?HEAD|AUTO_MERGE)$/;

/** As `refs/remotes/origin/HEAD/x` it would be in the way of `refs/remotes/origin/HEAD`, which each clone has. */
const belowHead = 'HEAD/';

/**
 * What git's commands take for something else than the name of a branch or tag, and for none (git-check-ref-format(1)).
 * `git push origin HEAD:main` pushes a tag `HEAD` where there is one.
 */
const isMistakable = (name: string): boolean =>
  name === '@' || name.startsWith('-') || name.startsWith(belowHead) || ownWords.test(name);

/** By what names clients find a reference (git's ref_rev_parse_rules), without what it is below. */
export const shortNames = (ref: string): string[] => {
  const short = ref.slice('refs/'.length);
  if (!short.startsWith('remotes/')) return [short.replace(/^(?:heads|tags)\//, '')];
  const tracked = short.slice('remotes/'.length);
  return [short, tracked, ...(tracked.endsWith('/HEAD') ? [tracked.slice(0, -'/HEAD'.length)] : [])];
};

/**
 * Clients take `refs/heads/refs/heads/main` for `refs/heads/main`, whether or not there is one: they look for what they
 * pull, or push to, among all references that end in its full name (git's refname_match).
 */
export const endsInFullName = (ref: string): boolean =>
  /^refs\/(?:(?:heads|tags|remotes)\/)?refs\//.test(ref);

/** So shows what is no UTF-8: neither events nor backups could tell such names from each other. */
export const noText = '\ufffd';

/** Why a branch or tag cannot have this name: git's rules, and neither what is mistakable, `refs/…` nor U+FFFD. */
export const refNameProblem = (name: string): NameProblem | undefined => {
  const ref = `refs/heads/${name}`;
  if (isMistakable(name) || name.includes(noText) || /\p{Surrogate}/u.test(name)) return { invalid: true };
  if (!isRefName(ref) || endsInFullName(ref)) return { invalid: true };
  if (hasLongComponent(name)) return { maximum: longestComponent };
  return Buffer.byteLength(name) > longestName ? { maximum: longestName } : undefined;
};

const hasLongComponent = (name: string): boolean =>
  name.length * 3 > longestComponent &&
  name.split('/').some((part) => Buffer.byteLength(part) > longestComponent);

const hasControl = (text: string): boolean => {
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code < 0x20 || code === 0x7f) return true;
  }
  return false;
};

const zero = /^0{40}$/;

/**
 * One line of git's "old new ref" as an update with its sort. A new reference whose name is mistakable is malformed;
 * one that exists may be moved and deleted as any other. What ends in a full name may only be deleted.
 */
export const refUpdate = (old: string, next: string, ref: string): RefUpdate => {
  const [isUnmade, isDeleted] = [zero.test(old), zero.test(next)];
  return {
    ref,
    ...sorted(ref, { isNew: isUnmade && !isDeleted, isDeleted }),
    ...(isUnmade ? {} : { old }),
    ...(isDeleted ? {} : { new: next }),
  };
};

/** No path is longer, its end included: git would try for minutes before it said so of many such refs. */
const longestPath = 4096;
/** Of new ones: a copy of the repository that moves or is restored lies at a longer path for a while. */
const longestNew = 'refs/heads/'.length + longestName;

/** What belongs to one work tree. git never packs it: each would be a file for ever. */
const ofWorkTrees = ['refs/worktree/', 'refs/bisect/', 'refs/rewritten/'];

const mayNotBeNew = (ref: string): boolean =>
  Buffer.byteLength(ref) > longestNew ||
  hasLongComponent(ref) ||
  ref.includes(noText) ||
  shortNames(ref).some(isMistakable) ||
  ofWorkTrees.some((prefix) => ref.startsWith(prefix));

const sorted = (
  ref: string,
  { isNew, isDeleted }: { isNew: boolean; isDeleted: boolean },
): Pick<RefUpdate, 'sort' | 'name'> => {
  const refused = (isNew && mayNotBeNew(ref)) || (!isDeleted && endsInFullName(ref));
  if (
    refused ||
    Buffer.byteLength(ref) >= longestPath ||
    !ref.startsWith('refs/') ||
    !isRefName(ref.slice('refs/'.length))
  )
    return { sort: 'malformed', name: ref };
  if (isReserved(ref)) return { sort: 'reserved', name: ref };
  if (ref.startsWith('refs/heads/')) return { sort: 'branch', name: ref.slice('refs/heads/'.length) };
  if (ref.startsWith('refs/tags/')) return { sort: 'tag', name: ref.slice('refs/tags/'.length) };
  return { sort: 'other', name: ref };
};

/** `refs/replace/` would change what a protected branch shows; `refs/holdfast/` is ours. */
const reserved = ['refs/replace/', 'refs/holdfast/'];

/** So many characters of a ref tell whether it is reserved. */
export const reservedPrefix = Math.max(...reserved.map(({ length }) => length));

export const isReserved = (ref: string): boolean => {
  return reserved.some((prefix) => ref.startsWith(prefix));
};
