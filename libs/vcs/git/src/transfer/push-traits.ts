import type { MistakenFor, MistakenRef, PushTraits, RefUpdate } from '@holdfast/vcs-spi';
import { shortNames } from '../refs/ref-name.js';
import { fewCommands } from './command-scan.js';

/** A tag may name a tag, which names another, and so on: so many in all. Histories have two or three. */
export const mostTags = 20;

/** What clones call where they come from. */
const remote = 'origin';

/** What a short name is in clones: `origin/main` is a branch, `origin` and `origin/HEAD` are the default one. */
const inClones = (name: string, head: string | undefined): string | undefined => {
  if (name === remote || name === `${remote}/HEAD`) return head;
  return name.startsWith(`${remote}/`) ? name.slice(remote.length + 1) : undefined;
};

/** The beginning of an id (seven digits and more) that clients read in a name, alone or as `git describe` writes it. */
const meantId = /^(?:.*-g)?([0-9a-f]{7,40})$/i;
/** Days, builds and words are called so, too: what is no whole id counts where there is a commit whose id begins so. */
const wholeId = 40;

const commitIn = (name: string): MistakenRef[] => {
  const [, id] = meantId.exec(name) ?? [];
  return id === undefined ? [] : [{ sort: 'commit', name: id.toLowerCase(), ever: id.length === wholeId }];
};

/**
 * `git push origin HEAD:heads/main` goes to a branch `heads/main`, or to `refs/remotes/heads/main`, where there is one.
 * Nobody else calls any so, and there need be no branch or tag yet for which it is meant.
 */
const ofBelow = (name: string): MistakenRef[] => {
  const [, below, meant] = /^(heads|tags)\/(.+)$/s.exec(name) ?? [];
  return meant === undefined ? [] : [{ sort: below === 'heads' ? 'branch' : 'tag', name: meant, ever: true }];
};

/**
 * Of a short name git's programs look for `refs/<name>` first, then for a tag, a branch, and what a remote has; only
 * `git clone --branch`, and the API, look for a branch before a tag. A push to a branch that is not there yet goes to
 * what it finds. For an id all but a whole one they look for a name first, and pushes for one of those as well.
 */
export const mistakenFor: MistakenFor = ({ sort, name }, head) => {
  if (sort === 'branch') return [{ sort: 'tag', name }, ...ofBelow(name), ...commitIn(name)];
  if (sort === 'tag') {
    const branches = [name, inClones(name, head)].filter((each) => each !== undefined);
    return [
      ...branches.map((each) => ({ sort: 'branch' as const, name: each })),
      ...ofBelow(name),
      ...commitIn(name),
    ];
  }
  return shortNames(name).flatMap((short) => [
    { sort: 'branch', name: short },
    { sort: 'tag', name: short },
    ...ofBelow(short),
    ...commitIn(short),
  ]);
};

/** What a command has around its name (bytes), at least. */
const aroundName = 86;

/** `atomically`. A push that is a little shorter than one of which that is certain is left to git. */
const changesTogether = (updates: readonly RefUpdate[]): boolean => {
  let bytes = 0;
  return updates.some(({ ref }) => (bytes += aroundName + ref.length) > fewCommands);
};

/** What git has to say about pushes: it would say it itself, where it can. */
export const pushTraits: PushTraits = {
  namesAreDirectories: true,
  mistakenFor,
  changesTogether,
  pushWords: {
    twice: 'multiple updates for one reference are not allowed',
    collision: 'cannot lock ref: another name is its directory, or it is the directory of another',
    exists: 'cannot lock ref: reference already exists',
    moved: 'cannot lock ref: it is not at the old value any more (fetch first)',
    no_object: 'its object is neither here nor part of the push',
    no_room: 'there is no room for its objects',
    too_large: 'the objects of this push are more, unpacked, than the server takes in one push',
    no_commit: 'a branch can only name a commit',
    deep_tag: `it names a tag of a tag and so on, of which there may be ${mostTags}`,
  },
};
