import { isUuid, uuidv7, type ListQuery, type Page } from '@holdfast/kernel';
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
import { GroupRow } from './group.entity.js';

/** How rows of `"group" g` are searched, in lists of groups and of links to them. */
export const groupSearch = {
  search: { id: searchedPart('g.search_text', 1), name: searchedPart('g.search_text', 2) },
  searchText: 'g.search_text',
} as const;

export const groupList: ListSource = {
  name: 'group',
  select: 'g.*',
  from: '"group" g',
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

const byId = statement<GroupRow>('group_by_id', 'select * from "group" where company_uuid = $1 and id = $2');
const byUuid = statement<GroupRow>(
  'group_by_uuid',
  'select * from "group" where company_uuid = $1 and uuid = $2',
);

const uniqueIndexes = { group_id_key: 'id', group_name_key: 'name' };

export type GroupValues = Pick<GroupRow, 'id' | 'name' | 'description' | 'visibility' | 'source'>;

@Injectable()
export class GroupStore {
  constructor(private readonly source: DataSource) {}

  list(query: ListQuery, conditions: Condition[]): Promise<Page<GroupRow>> {
    return listPage(this.source, groupList, query, conditions);
  }

  /** By id or uuid. */
  async find(company: string, name: string): Promise<GroupRow | undefined> {
    return (await (isUuid(name) ? byUuid : byId)(this.source, [company, name])).at(0);
  }

  /** Which of the values are in use by another group of the company. */
  async taken(company: string, { id, name }: { id?: string; name?: string }, except?: string) {
    const [row] = await this.source.query<[{ id: boolean; name: boolean }]>(
      `select exists (select 1 from "group" where company_uuid = $1 and id = $2
                         and uuid is distinct from $4) as id,
              exists (select 1 from "group" where company_uuid = $1 and name = $3
                         and uuid is distinct from $4) as name`,
      [company, id ?? null, name ?? null, except ?? null],
    );
    return row;
  }

  async insert(tx: EntityManager, company: string, values: GroupValues): Promise<GroupRow> {
    const now = new Date();
    const row = {
      ...values,
      uuid: uuidv7(),
      company_uuid: company,
      search_text: searchText(values.id, values.name),
      created_at: now,
      updated_at: now,
    };
    await reserving(uniqueIndexes, () => tx.insert(GroupRow, row));
    return row;
  }

  /** Holds the row until the transaction ends. */
  async lock(tx: EntityManager, uuid: string): Promise<GroupRow | undefined> {
    const rows: GroupRow[] = await tx.query('select * from "group" where uuid = $1 for update', [uuid]);
    return rows.at(0);
  }

  async update(tx: EntityManager, row: GroupRow, change: Partial<GroupValues>): Promise<GroupRow> {
    const search_text = searchText(row.id, change.name ?? row.name);
    const changed = { ...change, search_text, updated_at: new Date() };
    await reserving(uniqueIndexes, () => tx.update(GroupRow, { uuid: row.uuid }, changed));
    return { ...row, ...changed };
  }

  /**
   * Removes the group with its members and roles; answers the projects in which it had one, undefined when it was
   * gone already.
   */
  async remove(tx: EntityManager, uuid: string): Promise<string[] | undefined> {
    // Held first: a role that is being given is either among those that end, or not given any more.
    if (!(await this.lock(tx, uuid))) return undefined;
    const roles: { project_uuid: string }[] = await tx.query(
      'select project_uuid from project_group where group_uuid = $1',
      [uuid],
    );
    await tx.delete(GroupRow, { uuid });
    return roles.map((role) => role.project_uuid);
  }
}
