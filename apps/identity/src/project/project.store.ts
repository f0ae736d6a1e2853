import type { ProjectName } from '@holdfast/contracts';
import { uuidv7, type ListQuery, type Page } from '@holdfast/kernel';
import {
  idOrUuid,
  listPage,
  reserving,
  searchedPart,
  searchText,
  type Condition,
  type ListSource,
} from '@holdfast/platform/persistence';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { DataSource, IsNull, Not, Repository, type EntityManager } from 'typeorm';
import { CompanyRow } from '../company/company.entity.js';
import { deactivatedId, underFreeId } from '../database/free-id.js';
import { longOfProject, ProjectRow, shownProjects, type ShownProject } from './project.entity.js';

export const projectList: ListSource = {
  name: 'project',
  hasUniqueIds: true,
  rows: (source) => source.createQueryBuilder(ProjectRow, 'p').select(shownProjects),
  long: longOfProject,
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

const uniqueIndexes = { project_id_key: 'id', project_name_key: 'name' };

/** What may be written of a project; the rest is ours. */
export type ProjectValues = Pick<
  ProjectRow,
  'id' | 'name' | 'visibility' | 'color' | 'labels' | 'description' | 'properties' | 'storageLimit'
>;

const textOf = (row: Pick<ProjectRow, 'id' | 'name' | 'description'>): string =>
  searchText(row.id, row.name, row.description);

@Injectable()
export class ProjectStore {
  constructor(
    private readonly source: DataSource,
    @InjectRepository(ProjectRow) private readonly projects: Repository<ProjectRow>,
  ) {}

  list(deadline: number, query: ListQuery, conditions: Condition[]): Promise<Page<ShownProject>> {
    return listPage({ source: this.source, deadline }, projectList, query, conditions);
  }

  async find(uuid: string): Promise<ProjectRow | undefined> {
    return (await this.projects.findOneBy({ uuid })) ?? undefined;
  }

  /** The project, deactivated or not, that people call so (by its id or uuid) in an active company. */
  async named(company: string, name: string): Promise<ProjectRow | undefined> {
    const found = this.projects
      .createQueryBuilder('p')
      .innerJoin(CompanyRow, 'c', 'c.uuid = p.companyUuid and c.deletedAt is null and c.id = :company', {
        company,
      })
      .where(idOrUuid(name));
    return (await found.getOne()) ?? undefined;
  }

  /** What these projects and their companies are called now; uuids. */
  names(projects: readonly string[]): Promise<ProjectName[]> {
    return this.projects
      .createQueryBuilder('p')
      .innerJoin(CompanyRow, 'c', 'c.uuid = p.companyUuid')
      .select('p.uuid', 'uuid')
      .addSelect('p.id', 'project')
      .addSelect('c.id', 'company')
      .addSelect('p.deletedAt is not null or c.deletedAt is not null', 'deactivated')
      .where('p.uuid = any(:projects)', { projects })
      .getRawMany<ProjectName>();
  }

  /** Holds the row until the transaction ends: changes of a project and of its roles take turns. */
  async lock(tx: EntityManager, uuid: string): Promise<ProjectRow | undefined> {
    const lock = { mode: 'pessimistic_write' } as const;
    return (await tx.findOne(ProjectRow, { where: { uuid }, lock })) ?? undefined;
  }

  /** Which of the values are in use by another project of the company. */
  async taken(
    tx: EntityManager,
    company: string,
    { id, name }: { id?: string; name?: string },
    except?: string,
  ) {
    const other = { companyUuid: company, ...(except === undefined ? {} : { uuid: Not(except) }) };
    const active = { deletedAt: IsNull() };
    return {
      id: id !== undefined && (await tx.existsBy(ProjectRow, { ...other, id })),
      name: name !== undefined && (await tx.existsBy(ProjectRow, { ...other, name, ...active })),
    };
  }

  async insert(tx: EntityManager, company: string, values: ProjectValues): Promise<ProjectRow> {
    const now = new Date();
    const row: ProjectRow = {
      ...values,
      uuid: uuidv7(),
      companyUuid: company,
      storageUsed: '0',
      searchText: textOf(values),
      createdAt: now,
      updatedAt: now,
      deletedAt: null,
      oldId: null,
    };
    await reserving(uniqueIndexes, () => tx.insert(ProjectRow, row));
    return row;
  }

  async update(tx: EntityManager, row: ProjectRow, change: Partial<ProjectValues>): Promise<ProjectRow> {
    const changed = { ...change, searchText: textOf({ ...row, ...change }), updatedAt: new Date() };
    await reserving(uniqueIndexes, () => tx.update(ProjectRow, { uuid: row.uuid }, changed));
    return { ...row, ...changed };
  }

  async deactivate(tx: EntityManager, row: ProjectRow): Promise<ProjectRow> {
    const now = new Date();
    const id = await deactivatedId(tx, ProjectRow, row);
    const changed = {
      id,
      oldId: row.id,
      deletedAt: now,
      updatedAt: now,
      searchText: textOf({ ...row, id }),
    };
    await underFreeId(() => tx.update(ProjectRow, { uuid: row.uuid }, changed));
    return { ...row, ...changed };
  }
}
