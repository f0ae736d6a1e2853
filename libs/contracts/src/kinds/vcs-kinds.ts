import { git } from '@holdfast/vcs-git';
import { mercurial } from '@holdfast/vcs-mercurial';
import type { VcsKindEntry } from '@holdfast/vcs-spi';
import { subversion } from '@holdfast/vcs-subversion';

/** The version control kinds, one line each. All processes take them from here; nothing else names one. */
export const vcsKinds: readonly VcsKindEntry[] = [git, mercurial, subversion];
