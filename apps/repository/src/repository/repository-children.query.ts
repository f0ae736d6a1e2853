import { statement } from '@holdfast/platform/persistence';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { RepositoryRow } from './repository.entity.js';
import { repositoryColumns } from './repository.store.js';

const counts = statement<{ project: string; count: number }>(
  'repository_counts',
  `select r.project, count(*)::int as count from repository.repository r
   where r.project = any($1) and r.deleted_at is null group by r.project`,
);
const firstOfEach = statement<RepositoryRow>(
  'repositories_of_each',
  `select r.* from unnest($1::uuid[]) as parent(uuid) cross join lateral (
     select ${repositoryColumns} from repository.repository r
     where r.project = parent.uuid and r.deleted_at is null order by r.id limit $2) r`,
);
const ofAll = `from repository.repository r where r.project = any($1) and r.deleted_at is null`;
const firstOfAll = statement<RepositoryRow>(
  'repositories_of_all',
  `select ${repositoryColumns} ${ofAll} order by r.id, r.uuid limit $2`,
);
const countOfAll = statement<{ count: number }>('repository_count', `select count(*)::int as count ${ofAll}`);

/** The active repositories of many projects at once. */
@Injectable()
export class RepositoryChildrenQuery {
  constructor(private readonly source: DataSource) {}

  /** By project; one without repositories is absent. */
  async counts(projects: string[]): Promise<Map<string, number>> {
    const rows = await counts(this.source, [projects]);
    return new Map(rows.map(({ project, count }) => [project, count]));
  }

  /** The first ones of each project by id. */
  async firstOfEach(projects: string[], limit: number): Promise<Map<string, RepositoryRow[]>> {
    const found = new Map<string, RepositoryRow[]>();
    for (const row of await firstOfEach(this.source, [projects, limit])) {
      const known = found.get(row.project);
      if (known) known.push(row);
      else found.set(row.project, [row]);
    }
    return found;
  }

  /** The first ones of all the projects together by id. */
  firstOfAll(projects: string[], limit: number): Promise<RepositoryRow[]> {
    return firstOfAll(this.source, [projects, limit]);
  }

  async countOfAll(projects: string[]): Promise<number> {
    return (await countOfAll(this.source, [projects]))[0].count;
  }
}
