import type { FileRequest } from '@holdfast/contracts';
import type { ArtifactKind } from '@holdfast/artifact-spi';
import type { Principal, ProjectScope, RepositoryScope } from '@holdfast/kernel';

/** One request at the byte door, as far as it is understood before anything is looked up. */
export interface FileCall {
  readonly kind: ArtifactKind;
  readonly principal: Principal;
  readonly project: ProjectScope;
  readonly repository: RepositoryScope;
  readonly request: FileRequest;
  /** Decoded, without slashes at the ends; '' is the root. */
  readonly path: string;
  /** The address ends in a slash. */
  readonly directory: boolean;
}
