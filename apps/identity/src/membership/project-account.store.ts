import { isUuid, type AccountType, type ListQuery, type Page, type ProjectRole } from '@holdfast/kernel';
import { columnsOf, listPage, type ListSource } from '@holdfast/platform/persistence';
import { Injectable } from '@nestjs/common';
import { DataSource, Not, type EntityManager } from 'typeorm';
import { AccountRow } from '../account/account.entity.js';
import { accountSearch } from '../account/account.store.js';
import { GroupMemberRow } from '../group/group-member.entity.js';
import { ProjectRow } from '../project/project.entity.js';
import { ProjectAccountRow } from '../role/project-account.entity.js';
import { ProjectGroupRow } from '../role/project-group.entity.js';

/** A direct role. */
export interface DirectLink extends ProjectAccountRow {
  projectId: string;
  accountId: string;
  type: AccountType;
}

/** A direct role with what its link object shows. */
export interface ProjectAccountLink extends DirectLink {
  /** Roles through groups. */
  groupRoles: ProjectRole[];
}

const groupRoles = `array(select pg.role from group_member gm join project_group pg on pg.group_uuid = gm.group_uuid
    where gm.account_uuid = m.account_uuid and pg.project_uuid = m.project_uuid) as "groupRoles"`;

type From = Parameters<ListSource['rows']>[0];

const directLinks = (source: From): ReturnType<ListSource['rows']> =>
  source
    .createQueryBuilder(ProjectAccountRow, 'm')
    .innerJoin(AccountRow, 'a', 'a.uuid = m.accountUuid and a.deletedAt is null')
    .innerJoin(ProjectRow, 'p', 'p.uuid = m.projectUuid')
    .select([
      columnsOf(ProjectAccountRow, 'm'),
      'p.id as "projectId"',
      'a.id as "accountId"',
      'a.type as type',
    ]);

export const projectAccountList: ListSource = {
  name: 'project_account',
  rows: (source) => directLinks(source).addSelect(groupRoles),
  columns: { id: 'a.id', role: 'm.role', created_at: 'm.created_at', updated_at: 'm.updated_at' },
  ...accountSearch,
  updatedAt: 'm.updated_at',
};

@Injectable()
export class ProjectAccountStore {
  constructor(private readonly source: DataSource) {}

  list(project: string, type: AccountType, query: ListQuery): Promise<Page<ProjectAccountLink>> {
    return listPage(this.source, projectAccountList, query, [
      { sql: 'm.project_uuid = :project and a.type = :type', parameters: { project, type } },
    ]);
  }

  /** By the account's id or uuid. */
  find(
    project: string,
    type: AccountType,
    account: string,
    from: From = this.source,
  ): Promise<DirectLink | undefined> {
    return directLinks(from)
      .where('m.projectUuid = :project and a.type = :type', { project, type })
      .andWhere(isUuid(account) ? 'a.uuid = :account' : 'a.id = :account', { account })
      .getRawOne<DirectLink>();
  }

  /** The same with the roles through groups: all groups of project and account are looked through for them. */
  async full(manager: EntityManager, link: DirectLink): Promise<ProjectAccountLink> {
    const found = await manager
      .createQueryBuilder(ProjectGroupRow, 'pg')
      .innerJoin(GroupMemberRow, 'gm', 'gm.groupUuid = pg.groupUuid')
      .select('pg.role', 'role')
      .distinct()
      .where('pg.projectUuid = :project and gm.accountUuid = :account', {
        project: link.projectUuid,
        account: link.accountUuid,
      })
      .getRawMany<{ role: ProjectRole }>();
    return { ...link, groupRoles: found.map(({ role }) => role) };
  }

  /**
   * Whether the project has an admin beside the account (or group): a user by a direct role, or a group with
   * a member. Neither bots count nor what an account has left that has ended. Ask while the project's row is held.
   */
  async hasOtherAdmin(tx: EntityManager, project: string, except: string): Promise<boolean> {
    const admin = { projectUuid: project, role: 'admin' } as const;
    const direct = tx
      .createQueryBuilder(ProjectAccountRow, 'pa')
      .innerJoin(AccountRow, 'a', `a.uuid = pa.accountUuid and a.type = 'user' and a.deletedAt is null`)
      .where({ ...admin, accountUuid: Not(except) });
    if (await direct.getExists()) return true;
    return tx
      .createQueryBuilder(ProjectGroupRow, 'pg')
      .innerJoin(GroupMemberRow, 'gm', 'gm.groupUuid = pg.groupUuid')
      .innerJoin(AccountRow, 'a', 'a.uuid = gm.accountUuid and a.deletedAt is null')
      .where({ ...admin, groupUuid: Not(except) })
      .getExists();
  }
}
