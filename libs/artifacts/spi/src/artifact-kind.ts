import type { ArtifactIndexes } from './artifact-indexes.js';
import { checksumOf, type ChecksumAlgorithm } from './checksum.js';
import { directoryOf, nameOf } from './artifact-path.js';
import { contentTypeOf } from './content-type.js';
import {
  INDEX_NAME,
  isSnapshotDirectory,
  snapshotFileOf,
  versionFileOf,
  type VersionFile,
} from './layout.js';

/** What a path is by its name alone. A `checksum` is that of `file`, which may be an index. */
export type PathClass =
  | { readonly is: 'file' }
  | { readonly is: 'index'; readonly directory: string }
  | { readonly is: 'checksum'; readonly file: string; readonly algorithm: ChecksumAlgorithm };

/** Which versions a repository takes. */
export type ArtifactPolicy = 'release' | 'snapshot' | 'mixed';

/** One kind of artifact repository. All functions are pure and take decoded paths without slashes at the ends. */
export interface ArtifactKind {
  readonly id: string;
  readonly indexes: ArtifactIndexes;
  classify(path: string): PathClass;
  /** The version that a file belongs to; undefined if it makes none. */
  versionOf(path: string): VersionFile | undefined;
  /** True for a file whose bytes are final: neither part of a SNAPSHOT version nor an index. A checksum goes with its file. */
  isReleased(path: string): boolean;
  /** True if other bytes may replace the file. */
  isMutable(path: string, options: { readonly redeploy: boolean }): boolean;
  /** Undefined if the policy lets the path be written, else the reason: one ASCII line. */
  refusedBy(policy: ArtifactPolicy, path: string): string | undefined;
  contentType(path: string): string;
}

const classify = (path: string): PathClass => {
  const checksum = checksumOf(path);
  if (checksum) return { is: 'checksum', ...checksum };
  return nameOf(path) === INDEX_NAME ? { is: 'index', directory: directoryOf(path) } : { is: 'file' };
};

/** The file that decides about a path: itself, or the file of a checksum. */
const subjectOf = (path: string): string => checksumOf(path)?.file ?? path;

const isReleased = (path: string): boolean => {
  const subject = subjectOf(path);
  return nameOf(subject) !== INDEX_NAME && !isSnapshotDirectory(directoryOf(subject));
};

/** A kind that goes by the layout of `layout.ts`, with indexes of the given format. */
export const layoutKind = (id: string, indexes: ArtifactIndexes): ArtifactKind => ({
  id,
  indexes,
  classify,
  versionOf: versionFileOf,
  isReleased,
  isMutable: (path, { redeploy }) =>
    redeploy || (!isReleased(path) && snapshotFileOf(subjectOf(path))?.timestamp === undefined),
  refusedBy: (policy, path) => {
    if (policy === 'release' && isSnapshotDirectory(directoryOf(path)))
      return 'the policy of this repository refuses SNAPSHOT versions';
    if (policy === 'snapshot' && isReleased(path))
      return 'the policy of this repository takes SNAPSHOT versions only';
    return undefined;
  },
  contentType: contentTypeOf,
});
