import type { StorageUsage } from '@holdfast/contracts';
import { Injectable } from '@nestjs/common';
import { Any, DataSource, In, MoreThan } from 'typeorm';
import { RepositoryRow } from '../catalogue/repository.entity.js';
import { noteUsages } from './repository-storage.query.js';

/** What a repository stores, by whoever keeps its bytes. */
export interface Measured {
  repository: string;
  bytes: number;
  /** Grows with every change of what is stored. */
  version: number;
}

const usage = ({ uuid, project, company, storageUsed, storageVersion }: RepositoryRow): StorageUsage => ({
  repository: uuid,
  project,
  company,
  bytes: Number(storageUsed),
  version: Number(storageVersion),
});

const select = { uuid: true, project: true, company: true, storageUsed: true, storageVersion: true } as const;

/** What the catalogue knows of the bytes of its repositories. */
@Injectable()
export class RepositoryStorageStore {
  constructor(private readonly source: DataSource) {}

  /** Older measures than those that are known change nothing. */
  async note(measured: readonly Measured[]): Promise<void> {
    await noteUsages(this.source, [
      measured.map(({ repository }) => repository),
      measured.map(({ bytes }) => bytes),
      measured.map(({ version }) => version),
    ]);
  }

  /** Those that are in the catalogue. */
  async of(repositories: readonly string[]): Promise<StorageUsage[]> {
    const where = { uuid: Any(repositories) };
    return (await this.source.getRepository(RepositoryRow).find({ select, where })).map(usage);
  }

  /** So many in order of uuid. */
  async after(uuid: string, limit: number): Promise<StorageUsage[]> {
    const rows = await this.source.getRepository(RepositoryRow).find({
      select,
      where: { uuid: MoreThan(uuid) },
      order: { uuid: 'asc' },
      take: limit,
    });
    return rows.map(usage);
  }

  /** So many of these types that lie on a node, in order of uuid. `version`: that of their last measure. */
  async onNode(
    uuid: string,
    node: string,
    types: readonly string[],
    limit: number,
  ): Promise<{ uuid: string; type: string; version: number }[]> {
    const rows = await this.source.getRepository(RepositoryRow).find({
      select: { uuid: true, type: true, storageVersion: true },
      where: { uuid: MoreThan(uuid), node, type: In(types) },
      order: { uuid: 'asc' },
      take: limit,
    });
    return rows.map((row) => ({ uuid: row.uuid, type: row.type, version: Number(row.storageVersion) }));
  }
}
