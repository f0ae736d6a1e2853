import { statement } from '@holdfast/platform/persistence';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Connection } from '../database/locked-transaction.js';

/** The end of every statement that adds to a row of sums, or makes it. */
export const addedToUsage = `on conflict (repository, shard) do update set files = usage.files + excluded.files,
    bytes = usage.bytes + excluded.bytes, changes = usage.changes + 1`;

const sums = 'repository, sum(bytes) as bytes, sum(changes) as version from usage';

interface SumRow {
  repository: string;
  bytes: string;
  version: string;
}

const ofThese = statement<SumRow>(
  'usage_of_these',
  `select ${sums} where repository = any($1::uuid[]) group by repository`,
);
const after = statement<SumRow>(
  'usage_after',
  `select ${sums} where repository > $1 group by repository order by repository limit $2`,
);

/** What a repository stores; `version` grows with every change, so that of two sums the later one is known. */
export interface RepositoryUsage {
  repository: string;
  bytes: number;
  version: number;
}

const usage = ({ repository, bytes, version }: SumRow): RepositoryUsage => ({
  repository,
  bytes: Number(bytes),
  version: Number(version),
});

/** Every query on how much is stored. `FileStore` adds to it in the statement that stores a file. */
@Injectable()
export class UsageStore {
  constructor(private readonly source: DataSource) {}

  /** Those of these repositories that ever held something. */
  async of(repositories: readonly string[]): Promise<RepositoryUsage[]> {
    return (await ofThese(this.source, [repositories])).map(usage);
  }

  /** So many repositories in order of uuid, after that one. */
  async after(repository: string, limit: number): Promise<RepositoryUsage[]> {
    return (await after(this.source, [repository, limit])).map(usage);
  }

  async subtract(connection: Connection, repository: string, files: number, bytes: number): Promise<void> {
    await connection.query({
      name: 'usage_subtract',
      text: `insert into usage (repository, shard, files, bytes, changes) values ($1, 0, -$2::bigint, -$3::bigint, 1)
        ${addedToUsage}`,
      values: [repository, files, bytes],
    });
  }

  async forget(connection: Connection, repository: string): Promise<void> {
    await connection.query({
      name: 'usage_forget',
      text: 'delete from usage where repository = $1',
      values: [repository],
    });
  }
}
