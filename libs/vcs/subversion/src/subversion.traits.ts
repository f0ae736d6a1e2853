import type { VcsTraits } from '@holdfast/vcs-spi';

/** What holds for all repositories of Subversion. */
export const subversionTraits = {
  id: 'subversion',
  defaultReference: 'HEAD',
  protectsBranches: false,
  laysOut: true,
  hasRemotes: 'from',
} as const satisfies VcsTraits;
