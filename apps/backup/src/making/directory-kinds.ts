import { vcsKinds } from '@holdfast/contracts/vcs-kinds';
import type { KindFiles } from './repository-copies.js';

/** The kinds whose repositories lie in directories, by their ids. */
export const directoryKinds: ReadonlyMap<string, KindFiles> = new Map(
  vcsKinds.map((kind) => [kind.id, kind]),
);
