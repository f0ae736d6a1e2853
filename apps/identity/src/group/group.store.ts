import { uuidv7, type ListQuery, type Page } from '@holdfast/kernel';
import {
  columnsOf,
  idOrUuid,
  listPage,
  reserving,
  searchedPart,
  searchText,
  takeTime,
  type Condition,
  type ListSource,
} from '@holdfast/platform/persistence';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { DataSource, Not, Repository, type EntityManager } from 'typeorm';
import { ProjectGroupRow } from '../role/project-group.entity.js';
import { GroupRow } from './group.entity.js';

/** How rows of `"group" g` are searched, in lists of groups and of links to them. */
export const groupSearch = {
  search: { id: searchedPart('g.search_text', 1), name: searchedPart('g.search_text', 2) },
  searchText: 'g.search_text',
} as const;

export const groupList: ListSource = {
  name: 'group',
  rows: (source) => source.createQueryBuilder(GroupRow, 'g').select(columnsOf(GroupRow, 'g')),
  columns: {
    id: 'g.id',
    name: 'g.name',
    description: 'g.description',
    visibility: 'g.visibility',
    source: 'g.source',
    created_at: 'g.created_at',
    updated_at: 'g.updated_at',
    uuid: 'g.uuid',
  },
  ...groupSearch,
  updatedAt: 'g.updated_at',
};

const uniqueIndexes = { group_id_key: 'id', group_name_key: 'name' };

export type GroupValues = Pick<GroupRow, 'id' | 'name' | 'description' | 'visibility' | 'source'>;

@Injectable()
export class GroupStore {
  constructor(
    private readonly source: DataSource,
    @InjectRepository(GroupRow) private readonly groups: Repository<GroupRow>,
  ) {}

  list(query: ListQuery, conditions: Condition[]): Promise<Page<GroupRow>> {
    return listPage(this.source, groupList, query, conditions);
  }

  /** By id or uuid. */
  async find(company: string, name: string): Promise<GroupRow | undefined> {
    return (await this.groups.findOneBy({ companyUuid: company, ...idOrUuid(name) })) ?? undefined;
  }

  /** Which of the values are in use by another group of the company. */
  async taken(company: string, { id, name }: { id?: string; name?: string }, except?: string) {
    const other = { companyUuid: company, ...(except === undefined ? {} : { uuid: Not(except) }) };
    return {
      id: id !== undefined && (await this.groups.existsBy({ ...other, id })),
      name: name !== undefined && (await this.groups.existsBy({ ...other, name })),
    };
  }

  async insert(tx: EntityManager, company: string, values: GroupValues): Promise<GroupRow> {
    const now = new Date();
    const row = {
      ...values,
      uuid: uuidv7(),
      companyUuid: company,
      searchText: searchText(values.id, values.name),
      createdAt: now,
      updatedAt: now,
    };
    await reserving(uniqueIndexes, () => tx.insert(GroupRow, row));
    return row;
  }

  /** Holds the row until the transaction ends. */
  async lock(tx: EntityManager, uuid: string): Promise<GroupRow | undefined> {
    return (
      (await tx.findOne(GroupRow, { where: { uuid }, lock: { mode: 'pessimistic_write' } })) ?? undefined
    );
  }

  async update(tx: EntityManager, row: GroupRow, change: Partial<GroupValues>): Promise<GroupRow> {
    const text = searchText(row.id, change.name ?? row.name);
    const changed = { ...change, searchText: text, updatedAt: new Date() };
    await reserving(uniqueIndexes, () => tx.update(GroupRow, { uuid: row.uuid }, changed));
    return { ...row, ...changed };
  }

  /**
   * Removes the group with its members and roles; answers projects in which it had one, as many as are asked for or
   * all, undefined when it was gone already. It may have millions of them.
   */
  async remove(tx: EntityManager, uuid: string, most: number): Promise<string[] | undefined> {
    // Held first: a role that is being given is either among those that end, or not given any more.
    if (!(await this.lock(tx, uuid))) return undefined;
    const where = { groupUuid: uuid };
    const roles = await tx.find(ProjectGroupRow, { select: { projectUuid: true }, where, take: most });
    await takeTime(tx);
    await tx.delete(GroupRow, { uuid });
    return roles.map((role) => role.projectUuid);
  }
}
