import { vcsKinds } from '@holdfast/contracts/vcs-kinds';
import type { KindFiles } from './repository-copies.js';

/** The kinds whose repositories lie in directories, by their ids. */
export const directoryKinds: ReadonlyMap<string, KindFiles> = new Map(
  vcsKinds.map((kind) => [kind.id, kind]),
);

/** Those of some repositories that lie in directories. Of the others `node` says only where their rows were made. */
export const inDirectories = <Place extends { type: string }>(places: readonly Place[]): Place[] =>
  places.filter(({ type }) => directoryKinds.has(type));
