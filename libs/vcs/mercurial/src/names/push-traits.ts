import type { PushTraits } from '@holdfast/vcs-spi';

/** What Mercurial says about pushes. Most of it can only be met where two pushes cross. */
export const pushTraits: PushTraits = {
  namesAreDirectories: false,
  pushWords: {
    twice: 'it is named twice in this push',
    collision: 'another name is in its way',
    exists: 'it exists already: pull first',
    moved: 'it has moved since you looked: pull first',
    no_object: 'its changeset is not here',
    no_room: 'there is no room for it',
    too_large: 'the push is too large',
    no_commit: 'it does not lead to a changeset',
    deep_tag: 'it does not lead to a changeset',
  },
};
