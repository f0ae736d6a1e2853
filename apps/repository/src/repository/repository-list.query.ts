import type { CallContext, ListQuery, Page } from '@holdfast/kernel';
import { listPage, type Condition, type ListSource } from '@holdfast/platform/persistence';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { RepositoryRow } from '../catalogue/repository.entity.js';
import { listedColumns, longOfRepository, pushedAt } from '../catalogue/repository.query.js';

export const repositoryList: ListSource = {
  name: 'repositories',
  rows: (source) => source.createQueryBuilder(RepositoryRow, 'r').select(listedColumns),
  long: longOfRepository,
  columns: {
    id: 'r.id',
    type: 'r.type',
    description: 'r.description',
    default_identifier: 'r.default_identifier',
    default_base_branch: 'coalesce(r.default_base_branch, r.default_identifier)',
    policy: 'r.policy',
    redeploy: 'r.redeploy',
    storage_limit: 'r.storage_limit',
    pushed_at: pushedAt,
    created_at: 'r.created_at',
    updated_at: 'r.updated_at',
    uuid: 'r.uuid',
  },
  search: { id: 'r.id', description: 'r.description' },
  updatedAt: 'r.updated_at',
  deleted: 'r.deleted_at is not null',
};

/** Lists of the catalogue. */
@Injectable()
export class RepositoryListQuery {
  constructor(private readonly source: DataSource) {}

  ofProject({ deadline }: CallContext, project: string, query: ListQuery): Promise<Page<RepositoryRow>> {
    const inProject: Condition = { sql: 'r.project = :project', parameters: { project } };
    return listPage<RepositoryRow>({ source: this.source, deadline }, repositoryList, query, [inProject]);
  }
}
