import type { Artifact, View } from '@holdfast/contracts';
import { encodePath, nameOf, type ArtifactKind } from '@holdfast/artifact-spi';
import { timestamp, type RepositoryScope } from '@holdfast/kernel';
import type { FileRow } from '../artifact-file/file.entity.js';
import { storedFile } from '../artifact-file/stored-file.js';

export type ArtifactView = View<typeof Artifact>;

/** Where a file is kept. */
export interface ArtifactPlace {
  repository: Pick<RepositoryScope, 'id' | 'uuid'>;
  kind: Pick<ArtifactKind, 'versionOf' | 'coordinatesOf'>;
  /** The address of the repository. */
  url: string;
}

/** A file as the API shows it, without `api_status` and `api_timestamp`. */
export const artifactView = (row: FileRow, { repository, kind, url }: ArtifactPlace): ArtifactView => {
  const { path, createdBy, createdAt } = row;
  const { size, checksums, modified } = storedFile(row);
  const version = kind.versionOf(path);
  return {
    id: path,
    name: nameOf(path),
    ...(version ? kind.coordinatesOf(version.artifact) : { group: null, artifact: null }),
    version: version?.version ?? null,
    size,
    checksums,
    http_url: `${url}/${encodePath(path)}`,
    creator: { uuid: createdBy },
    repository: { id: repository.id, uuid: repository.uuid },
    created_at: timestamp(createdAt),
    updated_at: timestamp(modified),
  };
};
