import type { StoragePlace, StorageUsage } from '@holdfast/contracts';
import { statement } from '@holdfast/platform/persistence';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** What a repository stores, by whoever keeps its bytes. */
export interface Measured {
  repository: string;
  bytes: number;
  /** Grows with every change of what is stored. */
  version: number;
}

interface UsageRow extends StoragePlace {
  bytes: string;
  version: string;
}

const columns = `r.uuid as repository, r.project, r.company, r.storage_used as bytes, r.storage_version as version`;

/** The first report of a service may have version 0, as rows have that nobody has reported. */
const note = statement<never>(
  'storage_note',
  `update repository.repository r set storage_used = t.bytes, storage_version = t.version
     from unnest($1::uuid[], $2::bigint[], $3::bigint[]) as t (repository, bytes, version)
    where r.uuid = t.repository
      and (r.storage_version < t.version or r.storage_version = t.version and r.storage_used <> t.bytes)`,
);
const ofThese = statement<UsageRow>(
  'storage_of_these',
  `select ${columns} from repository.repository r where r.uuid = any($1::uuid[])`,
);
const after = statement<UsageRow>(
  'storage_after',
  `select ${columns} from repository.repository r where r.uuid > $1 order by r.uuid limit $2`,
);
const onNode = statement<{ uuid: string; type: string }>(
  'storage_on_node',
  `select r.uuid, r.type from repository.repository r
    where r.uuid > $1 and r.node = $2 and r.type = any($3::text[]) order by r.uuid limit $4`,
);

const usage = ({ bytes, version, ...place }: UsageRow): StorageUsage => ({
  ...place,
  bytes: Number(bytes),
  version: Number(version),
});

/** What the catalogue knows of the bytes of its repositories. */
@Injectable()
export class RepositoryStorageStore {
  constructor(private readonly source: DataSource) {}

  /** Older measures than those that are known change nothing. */
  async note(measured: readonly Measured[]): Promise<void> {
    await note(this.source, [
      measured.map(({ repository }) => repository),
      measured.map(({ bytes }) => bytes),
      measured.map(({ version }) => version),
    ]);
  }

  /** Those that are in the catalogue. */
  async of(repositories: readonly string[]): Promise<StorageUsage[]> {
    return (await ofThese(this.source, [repositories])).map(usage);
  }

  /** So many in order of uuid. */
  async after(uuid: string, limit: number): Promise<StorageUsage[]> {
    return (await after(this.source, [uuid, limit])).map(usage);
  }

  /** So many of these types that lie on a node, in order of uuid. */
  onNode(
    uuid: string,
    node: string,
    types: readonly string[],
    limit: number,
  ): Promise<{ uuid: string; type: string }[]> {
    return onNode(this.source, [uuid, node, types, limit]);
  }
}
