import { gitKind } from '@holdfast/vcs-git';
import type { VcsKindFactory } from '@holdfast/vcs-spi';

/** A version control kind that this service opens, with what its addresses and its doors look like. */
export interface VcsKindEntry {
  id: string;
  make: VcsKindFactory;
  /** Ids may contain slashes. */
  slashInIds: boolean;
  /** Scheme of its SSH address; `scp`: written `user@host:path` where the port is the usual one. */
  ssh: { scheme: 'ssh' | 'svn+ssh'; scp: boolean };
  /** What each transfer service of the kind does to the repository. */
  transfers: Readonly<Record<string, 'read' | 'write'>>;
}

const git: VcsKindEntry = {
  id: 'git',
  make: gitKind,
  slashInIds: true,
  ssh: { scheme: 'ssh', scp: true },
  transfers: { 'upload-pack': 'read', 'receive-pack': 'write' },
};

/** The version control kinds, one line each. Nothing else in this service names one. */
export const vcsKinds: readonly VcsKindEntry[] = [git];
