import { isUuid, type ListQuery, type Page, type Principal, type ProjectRole } from '@holdfast/kernel';
import { listPage, reserving, type Condition, type ListSource } from '@holdfast/platform/persistence';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { groupSearch } from '../group/group.store.js';
import { ProjectGroupRow } from './project-group.entity.js';

/** A group's role with what its link object shows. */
export interface ProjectGroupLink extends ProjectGroupRow {
  project_id: string;
  group_id: string;
}

const select = 'm.*, p.id as project_id, g.id as group_id';
const from =
  'project_group m join "group" g on g.uuid = m.group_uuid join project p on p.uuid = m.project_uuid';

export const projectGroupList: ListSource = {
  name: 'project_group',
  select,
  from,
  columns: { id: 'g.id', role: 'm.role', created_at: 'm.created_at', updated_at: 'm.updated_at' },
  ...groupSearch,
  updatedAt: 'm.updated_at',
};

/** Everybody who sees a project sees its public groups; private ones are seen by their members. */
export const visibleLinks = ({ company, account, companyAdmin }: Principal): Condition =>
  companyAdmin
    ? { sql: 'g.company_uuid = $1', values: [company.uuid] }
    : {
        sql: `g.company_uuid = $1 and (g.visibility = 'public'
              or g.uuid in (select group_uuid from group_member where account_uuid = $2))`,
        values: [company.uuid, account.uuid],
      };

@Injectable()
export class ProjectGroupStore {
  constructor(private readonly source: DataSource) {}

  list(caller: Principal, project: string, query: ListQuery): Promise<Page<ProjectGroupLink>> {
    return listPage(this.source, projectGroupList, query, [
      { sql: 'm.project_uuid = $1', values: [project] },
      visibleLinks(caller),
    ]);
  }

  /** By the group's id or uuid, as far as the caller may know of it. */
  async find(caller: Principal, project: string, group: string): Promise<ProjectGroupLink | undefined> {
    const { sql, values } = visibleLinks(caller);
    const at = values.length + 1;
    const named = `g.${isUuid(group) ? 'uuid' : 'id'} = $${at}`;
    const rows: ProjectGroupLink[] = await this.source.query(
      `select ${select} from ${from} where (${sql}) and ${named} and m.project_uuid = $${at + 1}`,
      [...values, group, project],
    );
    return rows.at(0);
  }

  /** The role as it is now, which nobody changes until the transaction ends. */
  async heldRole(tx: EntityManager, project: string, group: string): Promise<ProjectRole | undefined> {
    const rows = await tx.query<{ role: ProjectRole }[]>(
      'select role from project_group where project_uuid = $1 and group_uuid = $2 for update',
      [project, group],
    );
    return rows.at(0)?.role;
  }

  async insert(tx: EntityManager, project: string, group: string, role: ProjectRole): Promise<void> {
    const now = new Date();
    const row = { project_uuid: project, group_uuid: group, role, created_at: now, updated_at: now };
    await reserving({ project_group_pkey: 'id' }, () => tx.insert(ProjectGroupRow, row));
  }

  async change(
    tx: EntityManager,
    { project_uuid, group_uuid }: ProjectGroupLink,
    role: ProjectRole,
  ): Promise<void> {
    await tx.update(ProjectGroupRow, { project_uuid, group_uuid }, { role, updated_at: new Date() });
  }

  async remove(tx: EntityManager, { project_uuid, group_uuid }: ProjectGroupLink): Promise<void> {
    await tx.delete(ProjectGroupRow, { project_uuid, group_uuid });
  }
}
