import type { VcsTraits } from '@holdfast/vcs-spi';

/** What holds for all repositories of Mercurial. */
export const mercurialTraits = {
  id: 'mercurial',
  defaultReference: 'default',
  protectsBranches: false,
  hasRemotes: 'from',
} as const satisfies VcsTraits;
