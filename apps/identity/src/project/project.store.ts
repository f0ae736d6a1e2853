import { uuidv7, type ListQuery, type Page } from '@holdfast/kernel';
import {
  listPage,
  reserving,
  searchedPart,
  searchText,
  statement,
  type Condition,
  type ListSource,
} from '@holdfast/platform/persistence';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { deactivatedId, underFreeId } from '../database/free-id.query.js';
import { ProjectRow } from './project.entity.js';

export const projectList: ListSource = {
  name: 'project',
  select: 'p.*',
  from: 'project p',
  columns: {
    id: 'p.id',
    name: 'p.name',
    visibility: 'p.visibility',
    color: 'p.color',
    description: 'p.description',
    storage_limit: 'p.storage_limit',
    created_at: 'p.created_at',
    updated_at: 'p.updated_at',
    uuid: 'p.uuid',
  },
  search: {
    id: searchedPart('p.search_text', 1),
    name: searchedPart('p.search_text', 2),
    description: searchedPart('p.search_text', 3),
  },
  searchText: 'p.search_text',
  updatedAt: 'p.updated_at',
  deleted: 'p.deleted_at is not null',
};

const byUuid = statement<ProjectRow>('project_by_uuid', 'select * from project where uuid = $1');

const uniqueIndexes = { project_id_key: 'id', project_name_key: 'name' };

/** What may be written of a project; the rest is ours. */
export type ProjectValues = Pick<
  ProjectRow,
  'id' | 'name' | 'visibility' | 'color' | 'labels' | 'description' | 'properties' | 'storage_limit'
>;

const textOf = (row: Pick<ProjectRow, 'id' | 'name' | 'description'>): string =>
  searchText(row.id, row.name, row.description);

@Injectable()
export class ProjectStore {
  constructor(private readonly source: DataSource) {}

  list(query: ListQuery, conditions: Condition[]): Promise<Page<ProjectRow>> {
    return listPage(this.source, projectList, query, conditions);
  }

  async find(uuid: string): Promise<ProjectRow | undefined> {
    return (await byUuid(this.source, [uuid])).at(0);
  }

  /** Holds the row until the transaction ends: changes of a project and of its roles take turns. */
  async lock(tx: EntityManager, uuid: string): Promise<ProjectRow | undefined> {
    const rows: ProjectRow[] = await tx.query('select * from project where uuid = $1 for update', [uuid]);
    return rows.at(0);
  }

  /** Which of the values are in use by another project of the company. */
  async taken(
    tx: EntityManager,
    company: string,
    { id, name }: { id?: string; name?: string },
    except?: string,
  ) {
    const [row] = await tx.query<[{ id: boolean; name: boolean }]>(
      `select exists (select 1 from project where company_uuid = $1 and id = $2
                         and uuid is distinct from $4) as id,
              exists (select 1 from project where company_uuid = $1 and name = $3 and deleted_at is null
                         and uuid is distinct from $4) as name`,
      [company, id ?? null, name ?? null, except ?? null],
    );
    return row;
  }

  async insert(tx: EntityManager, company: string, values: ProjectValues): Promise<ProjectRow> {
    const now = new Date();
    const row: ProjectRow = {
      ...values,
      uuid: uuidv7(),
      company_uuid: company,
      storage_used: '0',
      search_text: textOf(values),
      created_at: now,
      updated_at: now,
      deleted_at: null,
      old_id: null,
    };
    await reserving(uniqueIndexes, () => tx.insert(ProjectRow, row));
    return row;
  }

  async update(tx: EntityManager, row: ProjectRow, change: Partial<ProjectValues>): Promise<ProjectRow> {
    const changed = { ...change, search_text: textOf({ ...row, ...change }), updated_at: new Date() };
    await reserving(uniqueIndexes, () => tx.update(ProjectRow, { uuid: row.uuid }, changed));
    return { ...row, ...changed };
  }

  async deactivate(tx: EntityManager, row: ProjectRow): Promise<ProjectRow> {
    const now = new Date();
    const id = await deactivatedId(tx, 'project', row.company_uuid, row.id);
    const changed = {
      id,
      old_id: row.id,
      deleted_at: now,
      updated_at: now,
      search_text: textOf({ ...row, id }),
    };
    await underFreeId(() => tx.update(ProjectRow, { uuid: row.uuid }, changed));
    return { ...row, ...changed };
  }
}
