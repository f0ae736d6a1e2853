import type { Abilities, PushTraits, RefUpdate } from './push-terms.js';

export const admin: Abilities = { write: true, protectedPush: true, moveTags: true };
export const master: Abilities = { write: true, protectedPush: false, moveTags: true };
export const developer: Abilities = { write: true, protectedPush: false, moveTags: false };
export const guest: Abilities = { write: false, protectedPush: false, moveTags: false };

export const old = '1'.repeat(40);
export const next = '2'.repeat(40);

export const branch = (name: string, change: Pick<RefUpdate, 'old' | 'new'>): RefUpdate => ({
  ref: `refs/heads/${name}`,
  sort: 'branch',
  name,
  ...change,
});
export const tag = (change: Pick<RefUpdate, 'old' | 'new'>): RefUpdate => ({
  ref: 'refs/tags/v1',
  sort: 'tag',
  name: 'v1',
  ...change,
});

const words = (rule: string) => `words of the kind for ${rule}`;
/** Names are directories, and the words tell where they come from. */
export const kind: PushTraits = {
  namesAreDirectories: true,
  pushWords: {
    twice: words('twice'),
    collision: words('collision'),
    exists: words('exists'),
    moved: words('moved'),
    no_object: words('no_object'),
    no_room: words('no_room'),
    too_large: words('too_large'),
    no_commit: words('no_commit'),
    deep_tag: words('deep_tag'),
  },
};
