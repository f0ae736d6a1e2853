import type { VcsTraits } from '@holdfast/vcs-spi';

/** What holds for all repositories of git. */
export const gitTraits = {
  id: 'git',
  defaultReference: 'main',
  protectsBranches: true,
  hasRemotes: 'both',
} as const satisfies VcsTraits;
