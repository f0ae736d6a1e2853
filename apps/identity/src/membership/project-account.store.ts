import { isUuid, type AccountType, type ListQuery, type Page, type ProjectRole } from '@holdfast/kernel';
import { listPage, reserving, statement, type ListSource } from '@holdfast/platform/persistence';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { accountSearch } from '../account/account.store.js';
import { ProjectAccountRow } from './project-account.entity.js';

/** A direct role with what its link object shows. */
export interface ProjectAccountLink extends ProjectAccountRow {
  project_id: string;
  account_id: string;
  type: AccountType;
  /** Roles through groups. */
  group_roles: ProjectRole[];
}

const select = `m.*, p.id as project_id, a.id as account_id, a.type,
  array(select pg.role from group_member gm join project_group pg on pg.group_uuid = gm.group_uuid
         where gm.account_uuid = m.account_uuid and pg.project_uuid = m.project_uuid) as group_roles`;
const from = `project_account m join account a on a.uuid = m.account_uuid join project p on p.uuid = m.project_uuid`;

export const projectAccountList: ListSource = {
  name: 'project_account',
  select,
  from,
  columns: { id: 'a.id', role: 'm.role', created_at: 'm.created_at', updated_at: 'm.updated_at' },
  ...accountSearch,
  updatedAt: 'm.updated_at',
};

const byId = statement<ProjectAccountLink>(
  'project_account_by_id',
  `select ${select} from ${from} where m.project_uuid = $1 and a.type = $2 and a.id = $3`,
);
const byUuid = statement<ProjectAccountLink>(
  'project_account_by_uuid',
  `select ${select} from ${from} where m.project_uuid = $1 and a.type = $2 and a.uuid = $3`,
);

@Injectable()
export class ProjectAccountStore {
  constructor(private readonly source: DataSource) {}

  list(project: string, type: AccountType, query: ListQuery): Promise<Page<ProjectAccountLink>> {
    const condition = { sql: 'm.project_uuid = $1 and a.type = $2', values: [project, type] };
    return listPage(this.source, projectAccountList, query, [condition]);
  }

  /** By the account's id or uuid. */
  async find(project: string, type: AccountType, account: string): Promise<ProjectAccountLink | undefined> {
    return (await (isUuid(account) ? byUuid : byId)(this.source, [project, type, account])).at(0);
  }

  /** The role as it is now, which nobody changes until the transaction ends. */
  async heldRole(tx: EntityManager, project: string, account: string): Promise<ProjectRole | undefined> {
    const rows = await tx.query<{ role: ProjectRole }[]>(
      'select role from project_account where project_uuid = $1 and account_uuid = $2 for update',
      [project, account],
    );
    return rows.at(0)?.role;
  }

  async insert(tx: EntityManager, project: string, account: string, role: ProjectRole): Promise<void> {
    const now = new Date();
    const row: ProjectAccountRow = {
      project_uuid: project,
      account_uuid: account,
      role,
      created_at: now,
      updated_at: now,
    };
    await reserving({ project_account_pkey: 'id' }, () => tx.insert(ProjectAccountRow, row));
  }

  async change(tx: EntityManager, project: string, account: string, role: ProjectRole): Promise<void> {
    const key = { project_uuid: project, account_uuid: account };
    await tx.update(ProjectAccountRow, key, { role, updated_at: new Date() });
  }

  async remove(tx: EntityManager, project: string, account: string): Promise<void> {
    await tx.delete(ProjectAccountRow, { project_uuid: project, account_uuid: account });
  }

  async removeAccount(tx: EntityManager, account: string): Promise<void> {
    await tx.delete(ProjectAccountRow, { account_uuid: account });
  }

  /**
   * Whether the project has an admin beside the account (or group): a user by a direct role, or a group with
   * a member. Ask while the project's row is held.
   */
  async hasOtherAdmin(tx: EntityManager, project: string, except: string): Promise<boolean> {
    const [{ found }] = await tx.query<[{ found: boolean }]>(
      `select exists (select 1 from project_account where project_uuid = $1 and role = 'admin' and account_uuid <> $2)
           or exists (select 1 from project_group pg join group_member gm on gm.group_uuid = pg.group_uuid
                       where pg.project_uuid = $1 and pg.role = 'admin' and pg.group_uuid <> $2) as found`,
      [project, except],
    );
    return found;
  }
}
