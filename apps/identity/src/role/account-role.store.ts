import type { ProjectRole } from '@holdfast/kernel';
import { reserving } from '@holdfast/platform/persistence';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ProjectAccountRow } from './project-account.entity.js';

/** The direct roles of accounts in projects, as rows that change; how they are shown says `membership/`. */
@Injectable()
export class AccountRoleStore {
  /** The role as it is now, which nobody changes until the transaction ends. */
  async heldRole(tx: EntityManager, project: string, account: string): Promise<ProjectRole | undefined> {
    const where = { projectUuid: project, accountUuid: account };
    const row = await tx.findOne(ProjectAccountRow, { where, lock: { mode: 'pessimistic_write' } });
    return row?.role;
  }

  async insert(tx: EntityManager, project: string, account: string, role: ProjectRole): Promise<void> {
    const now = new Date();
    const row = { projectUuid: project, accountUuid: account, role, createdAt: now, updatedAt: now };
    await reserving({ project_account_pkey: 'id' }, () => tx.insert(ProjectAccountRow, row));
  }

  async change(tx: EntityManager, project: string, account: string, role: ProjectRole): Promise<void> {
    const key = { projectUuid: project, accountUuid: account };
    await tx.update(ProjectAccountRow, key, { role, updatedAt: new Date() });
  }

  async remove(tx: EntityManager, project: string, account: string): Promise<void> {
    await tx.delete(ProjectAccountRow, { projectUuid: project, accountUuid: account });
  }
}
