import type { RepositoryScope } from '@holdfast/kernel';
import { placeOf } from '../artifact-file/place.js';
import type { ArtifactSystem } from './artifact-system.js';

/** As if files had been deployed beside one: of which numbers, and in SQL their names and versions, of a number `n`. */
export interface Copies {
  readonly path: string;
  readonly name: string;
  readonly version: string;
  readonly from: number;
  readonly to: number;
}

export const copyFiles = async (
  { replicas: [{ source }] }: ArtifactSystem,
  repository: RepositoryScope,
  { path, name, version, from, to }: Copies,
): Promise<void> => {
  const place = placeOf(repository.uuid, path);
  await source.query(
    `insert into artifact.file (repository, directory, name, path, search_text, size, md5, sha1, sha256, sha512, uploaded,
       released, artifact, version, created_by, created_at, modified_at)
     select repository, directory, ${name}, path || n, '', size, md5, sha1, sha256, sha512, uploaded, released,
       artifact, ${version}, created_by, created_at, modified_at
     from artifact.file, generate_series($3::int, $4::int) as n where directory = $1 and name = $2`,
    [place.hash, place.name, from, to],
  );
};
