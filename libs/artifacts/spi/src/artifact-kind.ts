import type { ArtifactHttp } from './artifact-http.js';
import type { ArtifactIndexes } from './artifact-indexes.js';
import type { ChecksumAlgorithm } from './checksum.js';

/** What a path is by its name alone. A `checksum` is that of `file`, which may be an index. */
export type PathClass =
  | { readonly is: 'file' }
  | { readonly is: 'index'; readonly directory: string }
  | { readonly is: 'checksum'; readonly file: string; readonly algorithm: ChecksumAlgorithm };

/** Which versions a repository takes. */
export const artifactPolicies = ['release', 'snapshot', 'mixed'] as const;
export type ArtifactPolicy = (typeof artifactPolicies)[number];

/** The version that a file belongs to. */
export interface ArtifactVersion {
  /** The directory whose index lists the versions. */
  readonly artifact: string;
  readonly version: string;
}

/** One kind of artifact repository. All functions are pure and take decoded paths without slashes at the ends. */
export interface ArtifactKind {
  readonly indexes: ArtifactIndexes;
  classify(path: string): PathClass;
  /** The version that a file belongs to; undefined if it makes none. */
  versionOf(path: string): ArtifactVersion | undefined;
  /** True for a file whose bytes are final: no part of a version that goes on, and no index. A checksum goes with its file. */
  isReleased(path: string): boolean;
  /** True if other bytes may replace the file. */
  isMutable(path: string, options: { readonly redeploy: boolean }): boolean;
  /** Undefined if the policy lets the path be written, else the reason: one ASCII line. */
  refusedBy(policy: ArtifactPolicy, path: string): string | undefined;
  contentType(path: string): string;
}

/**
 * A kind as all processes know it, cheap to have: what only the artifact service needs comes with `kind`, when it is called.
 * One line in the list of kinds brings it into the product.
 */
export interface ArtifactKindEntry {
  /** The word in addresses and in the `type` attribute. Nobody compares it. */
  readonly id: string;
  /** What `default_identifier` shows; it cannot be changed. */
  readonly defaultIdentifier: string;
  readonly http: ArtifactHttp;
  readonly kind: () => Promise<ArtifactKind>;
}
