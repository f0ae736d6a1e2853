import type { CallContext } from '@holdfast/kernel';
import { statement, type ReadUntil } from '@holdfast/platform/persistence';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { RepositoryRow } from '../catalogue/repository.entity.js';

/** A repository as far as lists name it. The whole of it may have 64 KiB. */
export type ListedRepository = Pick<RepositoryRow, 'uuid' | 'id' | 'project'>;

// By hand: what is read of each parent laterally is nothing that QueryBuilder can say, and lists ask for it.
const counts = statement<{ project: string; count: number }>(
  'repository_counts',
  `select r.project, count(*)::int as count from repository.repository r
   where r.project = any($1) and r.deleted_at is null group by r.project`,
);
const countIn = statement<{ count: number }>(
  'repository_count',
  `select count(*)::int as count from repository.repository r where r.project = any($1) and r.deleted_at is null`,
);
const firstOfEach = statement<ListedRepository>(
  'repositories_of_each',
  `select r.* from unnest($1::uuid[]) as parent(uuid) cross join lateral (
     select r.uuid, r.id, r.project from repository.repository r
     where r.project = parent.uuid and r.deleted_at is null order by r.id limit $2) r`,
);
/** `$2`: of each parent the projects whose repositories are its children, as a text of an array. */
const firstOfParents = statement<ListedRepository & { parent: string }>(
  'repositories_of_parents',
  `select parent.uuid as parent, r.* from unnest($1::uuid[], $2::text[]) as parent(uuid, projects) cross join lateral (
     select r.uuid, r.id, r.project from repository.repository r
     where r.project = any(parent.projects::uuid[]) and r.deleted_at is null order by r.id, r.uuid limit $3) r`,
);

/** The active repositories of many projects at once. */
@Injectable()
export class RepositoryChildrenQuery {
  constructor(private readonly source: DataSource) {}

  /** By project; one without repositories is absent. */
  async counts(ctx: CallContext, projects: string[]): Promise<Map<string, number>> {
    const rows = await counts(this.until(ctx), [projects]);
    return new Map(rows.map(({ project, count }) => [project, count]));
  }

  /** Of all of the projects together. */
  async countIn(ctx: CallContext, projects: string[]): Promise<number> {
    const [{ count }] = await countIn(this.until(ctx), [projects]);
    return count;
  }

  /** The first ones of each project by id. */
  async firstOfEach(
    ctx: CallContext,
    projects: string[],
    limit: number,
  ): Promise<Map<string, ListedRepository[]>> {
    return grouped(await firstOfEach(this.until(ctx), [projects, limit]), ({ project }) => project);
  }

  /** The first ones by id of all the projects of each parent together; `projects` by parent. */
  async firstOfParents(
    ctx: CallContext,
    projects: ReadonlyMap<string, readonly string[]>,
    limit: number,
  ): Promise<Map<string, ListedRepository[]>> {
    const texts = [...projects.values()].map((each) => `{${each.join()}}`);
    const rows = await firstOfParents(this.until(ctx), [[...projects.keys()], texts, limit]);
    return grouped(rows, ({ parent }) => parent);
  }

  private until({ deadline }: CallContext): ReadUntil {
    return { source: this.source, deadline };
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
