import { vcsKinds } from '@holdfast/contracts/vcs-kinds';
import type { KindFiles } from '../making/repository-copies.js';

/** The kinds whose repositories lie in directories, by their ids. */
export const restoredKinds: ReadonlyMap<string, KindFiles> = new Map(vcsKinds.map((kind) => [kind.id, kind]));
