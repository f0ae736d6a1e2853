import { statement } from '@holdfast/platform/persistence';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { RepositoryRow } from './repository.entity.js';
import { repositoryColumns } from './repository.query.js';

// By hand: what is read of each parent laterally is nothing that QueryBuilder can say, and lists ask for it.
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
/** `$2` and `$3` are pairs: the projects whose repositories are children of each parent. */
const firstOfParents = statement<RepositoryRow & { parent: string }>(
  'repositories_of_parents',
  `with link as materialized (select * from unnest($2::uuid[], $3::uuid[]) as link(parent, project))
   select parent.uuid as parent, r.* from unnest($1::uuid[]) as parent(uuid) cross join lateral (
     select ${repositoryColumns} from link join repository.repository r on r.project = link.project
     where link.parent = parent.uuid and r.deleted_at is null order by r.id, r.uuid limit $4) r`,
);

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
    return grouped(await firstOfEach(this.source, [projects, limit]), ({ project }) => project);
  }

  /** The first ones by id of all the projects of each parent together; `projects` by parent. */
  async firstOfParents(
    projects: ReadonlyMap<string, readonly string[]>,
    limit: number,
  ): Promise<Map<string, RepositoryRow[]>> {
    const links = [...projects].flatMap(([parent, each]) => each.map((project) => [parent, project]));
    const columns = [links.map(([parent]) => parent), links.map(([, project]) => project)];
    const rows = await firstOfParents(this.source, [[...projects.keys()], ...columns, limit]);
    return grouped(rows, ({ parent }) => parent);
  }
}

const grouped = <R>(rows: R[], key: (row: R) => string): Map<string, R[]> => {
  const groups = new Map<string, R[]>();
  for (const row of rows) {
    const known = groups.get(key(row));
    if (known) known.push(row);
    else groups.set(key(row), [row]);
  }
  return groups;
};
