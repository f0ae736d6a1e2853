import { Injectable } from '@nestjs/common';
import { Any, DataSource, MoreThan, type EntityManager } from 'typeorm';
import { FreedBytes } from './freed-bytes.js';
import { UsageRow } from './usage.entity.js';
import { subtractUsage } from './usage.query.js';

interface SumRow {
  repository: string;
  bytes: string;
  version: string;
}

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
  constructor(
    private readonly source: DataSource,
    private readonly freed: FreedBytes,
  ) {}

  /** Those of these repositories that ever held something. */
  async of(repositories: readonly string[]): Promise<RepositoryUsage[]> {
    const rows = await this.sums()
      .where({ repository: Any(repositories) })
      .getRawMany<SumRow>();
    return rows.map(usage);
  }

  /** So many repositories in order of uuid, after that one. */
  async after(repository: string, limit: number): Promise<RepositoryUsage[]> {
    const rows = await this.sums()
      .where({ repository: MoreThan(repository) })
      .orderBy('u.repository')
      .limit(limit)
      .getRawMany<SumRow>();
    return rows.map(usage);
  }

  async subtract(tx: EntityManager, repository: string, files: number, bytes: number): Promise<void> {
    await subtractUsage(tx, [repository, files, bytes]);
    this.freed.add(bytes);
  }

  async forget(tx: EntityManager, repository: string): Promise<void> {
    await tx.delete(UsageRow, { repository });
  }

  private sums() {
    return this.source
      .createQueryBuilder(UsageRow, 'u')
      .select(['u.repository as repository', 'sum(u.bytes) as bytes', 'sum(u.changes) as version'])
      .groupBy('u.repository');
  }
}
