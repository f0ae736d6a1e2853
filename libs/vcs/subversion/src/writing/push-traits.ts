import type { PushTraits } from '@holdfast/vcs-spi';

/** What Subversion says about commits. */
export const pushTraits: PushTraits = {
  namesAreDirectories: false,
  pushWords: {
    twice: 'it is changed twice by one commit',
    collision: 'it lies in another one',
    exists: 'it exists already',
    moved: 'it has changed meanwhile, update first',
    no_object: 'what it needs is missing',
    no_room: 'there is no room for it',
    too_large: 'it is too large',
    no_commit: 'it is no revision',
    deep_tag: 'it leads to no revision',
  },
};
