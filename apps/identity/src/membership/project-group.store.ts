import { isUuid, type ListQuery, type Page, type Principal, type ProjectRole } from '@holdfast/kernel';
import { bracketed, columnsOf, listPage, reserving, type ListSource } from '@holdfast/platform/persistence';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { GroupRow } from '../group/group.entity.js';
import { groupsOfProjectAmong, groupsOfVisibleProject } from '../group/group.query.js';
import { groupSearch } from '../group/group.store.js';
import { ProjectRow } from '../project/project.entity.js';
import { ProjectGroupRow } from '../role/project-group.entity.js';

/** A group's role with what its link object shows. */
export interface ProjectGroupLink extends ProjectGroupRow {
  projectId: string;
  groupId: string;
}

export const projectGroupList: ListSource = {
  name: 'project_group',
  rows: (source) =>
    source
      .createQueryBuilder(ProjectGroupRow, 'm')
      .innerJoin(GroupRow, 'g', 'g.uuid = m.groupUuid')
      .innerJoin(ProjectRow, 'p', 'p.uuid = m.projectUuid')
      .select([columnsOf(ProjectGroupRow, 'm'), 'p.id as "projectId"', 'g.id as "groupId"']),
  columns: { id: 'g.id', role: 'm.role', created_at: 'm.created_at', updated_at: 'm.updated_at' },
  ...groupSearch,
  updatedAt: 'm.updated_at',
};

@Injectable()
export class ProjectGroupStore {
  constructor(private readonly source: DataSource) {}

  list(caller: Principal, project: string, query: ListQuery): Promise<Page<ProjectGroupLink>> {
    return listPage(this.source, projectGroupList, query, [
      { sql: 'm.project_uuid = :project', parameters: { project } },
      groupsOfVisibleProject(caller),
    ]);
  }

  /** By the group's id or uuid, as far as the caller may know of it. */
  find(caller: Principal, project: string, group: string): Promise<ProjectGroupLink | undefined> {
    return projectGroupList
      .rows(this.source)
      .where(bracketed(groupsOfProjectAmong(caller)))
      .andWhere('m.projectUuid = :project', { project })
      .andWhere(isUuid(group) ? 'g.uuid = :group' : 'g.id = :group', { group })
      .getRawOne<ProjectGroupLink>();
  }

  /** The link as it is now, which nobody changes until the transaction ends. */
  async held(tx: EntityManager, project: string, group: string): Promise<ProjectGroupLink | undefined> {
    const where = { projectUuid: project, groupUuid: group };
    const row = await tx.findOne(ProjectGroupRow, { where, lock: { mode: 'pessimistic_write' } });
    return row ? this.written(tx, project, group) : undefined;
  }

  /** The link as this transaction has it, whoever may know of it. @throws Error where it has none */
  async written(tx: EntityManager, project: string, group: string): Promise<ProjectGroupLink> {
    const link = await projectGroupList
      .rows(tx)
      .where('m.projectUuid = :project and m.groupUuid = :group', { project, group })
      .getRawOne<ProjectGroupLink>();
    if (!link) throw new Error('a link of a project and a group that is held is not there');
    return link;
  }

  async insert(tx: EntityManager, project: string, group: string, role: ProjectRole): Promise<void> {
    const now = new Date();
    const row = { projectUuid: project, groupUuid: group, role, createdAt: now, updatedAt: now };
    await reserving({ project_group_pkey: 'id' }, () => tx.insert(ProjectGroupRow, row));
  }

  async change(
    tx: EntityManager,
    { projectUuid, groupUuid }: ProjectGroupLink,
    role: ProjectRole,
  ): Promise<void> {
    await tx.update(ProjectGroupRow, { projectUuid, groupUuid }, { role, updatedAt: new Date() });
  }

  async remove(tx: EntityManager, { projectUuid, groupUuid }: ProjectGroupLink): Promise<void> {
    await tx.delete(ProjectGroupRow, { projectUuid, groupUuid });
  }
}
