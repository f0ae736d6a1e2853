import type { ArtifactHttp } from './artifact-http.js';
import type { ArtifactIndexes } from './artifact-indexes.js';
import type { ChecksumAlgorithm } from './checksum.js';

/** What a path is, by its name alone. A `checksum` belongs to `file`, which may be an index. */
export type PathClass =
  | { readonly is: 'file' }
  | { readonly is: 'index'; readonly directory: string }
  | { readonly is: 'checksum'; readonly file: string; readonly algorithm: ChecksumAlgorithm };

/** Which versions a repository accepts. */
export const artifactPolicies = ['release', 'snapshot', 'mixed'] as const;
export type ArtifactPolicy = (typeof artifactPolicies)[number];

/**
 * A version to which a file belongs. Its files lie in the directory of the artifact, or all of them below the same
 * directory in it, which a removal of one of them locks.
 */
export interface ArtifactVersion {
  /** The directory whose index lists this version. */
  readonly artifact: string;
  readonly version: string;
}

/** How people name an artifact of which there are versions. */
export interface ArtifactCoordinates {
  readonly group: string;
  readonly artifact: string;
}

/** What a kind says of its paths. All functions are pure. Paths are decoded, without a slash at either end. */
export interface ArtifactKind {
  readonly indexes: ArtifactIndexes;
  classify(path: string): PathClass;
  /** The version to which a file belongs. Undefined: it belongs to none. */
  versionOf(path: string): ArtifactVersion | undefined;
  /** `directory`: that of an artifact. */
  coordinatesOf(directory: string): ArtifactCoordinates;
  /**
   * Whether the bytes of a file are final. They are not if it is part of a version that is still worked on (SNAPSHOT),
   * or an index. For a checksum it answers what holds for its file.
   */
  isReleased(path: string): boolean;
  /** Whether the file may be replaced by one with other bytes. `redeploy`: the repository lets released ones be. */
  isMutable(path: string, options: { readonly redeploy: boolean }): boolean;
  /** Why other bytes are refused where the file is there and not mutable: one line of ASCII. */
  refusedAsOther(path: string): string;
  /** Why the policy forbids to write the path: one line of ASCII. Undefined: it does not. */
  refusedBy(policy: ArtifactPolicy, path: string): string | undefined;
  /**
   * Why the file cannot be stored where there is none: one line of ASCII. Undefined: it can, and can at any
   * later time. What is stored already may be sent again.
   */
  refusedAsNew(path: string, now: Date): string | undefined;
  /** The media type of a file. Never that of HTML or SVG. Scripts in XML do not run: all files are served sandboxed. */
  contentType(path: string): string;
}

/**
 * What every process knows of a kind. It is cheap to import. Only the artifact service needs the rest: it is loaded
 * when `kind` is called. One line in the list of kinds adds a kind to the product.
 */
export interface ArtifactKindEntry {
  /** Its word in addresses and in the attribute `type`. No code compares it. */
  readonly id: string;
  /** The value of the attribute `default_identifier`, which cannot be changed. */
  readonly defaultIdentifier: string;
  readonly http: ArtifactHttp;
  readonly kind: () => Promise<ArtifactKind>;
}
