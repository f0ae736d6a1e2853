/** An artifact type of the catalogue: a row and no directory; the artifact service holds its files. */
export interface ArtifactType {
  /** The word in addresses and in the `type` attribute. */
  id: string;
  /** What `default_identifier` shows; it cannot be changed. */
  defaultIdentifier: string;
}

/** The artifact types that can be created, one line each. */
export const artifactTypes: readonly ArtifactType[] = [
  { id: 'maven', defaultIdentifier: 'maven' },
  { id: 'ivy', defaultIdentifier: 'ivy' },
];
