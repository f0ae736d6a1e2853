import { DomainError, projectOf, type CallContext } from '@holdfast/kernel';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ProjectStore } from '../project/project.store.js';

/** Changes of a project's roles take turns: whoever changes one holds the project's row. */
@Injectable()
export class ProjectHold {
  constructor(private readonly projects: ProjectStore) {}

  /** @throws DomainError `invalid` (`id` `locked`) when the project is deactivated */
  async active(ctx: CallContext, tx: EntityManager): Promise<void> {
    const row = await this.projects.lock(tx, projectOf(ctx).uuid);
    if (!row) throw DomainError.notFound();
    if (row.deletedAt) throw DomainError.deactivated();
  }
}
