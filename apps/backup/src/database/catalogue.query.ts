import type { DatabaseSnapshot } from './database-copy.js';

/** A repository; its kind says whether it has a directory at its storage node. */
export interface RepositoryLine {
  uuid: string;
  id: string;
  type: string;
  node: string;
}

/** By hand, as all of this program: it asks the schemas of all services, whose entities are theirs. */
const repositories = `
  select uuid::text as uuid, id, type, node
    from repository.repository order by uuid::text collate "C"`;

export const nodeOfRepository = 'select node from repository.repository where uuid = $1';

const blobs = `
  select encode(sha256, 'hex') as sha256, max(size)::float8 as size
    from artifact.file group by sha256 order by sha256`;

export const repositoryRows = (snapshot: DatabaseSnapshot): AsyncGenerator<RepositoryLine> =>
  snapshot.rows<RepositoryLine & Record<string, unknown>>('repository', repositories);

/** All contents of artifacts, sorted by digest. */
export const wantedBlobs = (snapshot: DatabaseSnapshot): AsyncGenerator<{ sha256: string; size: number }> =>
  snapshot.rows<{ sha256: string; size: number }>('artifact', blobs);
