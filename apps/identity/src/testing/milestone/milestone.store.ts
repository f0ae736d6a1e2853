import { uuidv7, type ListQuery, type Page } from '@holdfast/kernel';
import { columnsOf, idOrUuid, listPage, reserving, type ListSource } from '@holdfast/platform/persistence';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { DataSource, Repository, type EntityManager } from 'typeorm';
import { MilestoneRow } from './milestone.entity.js';

export const milestoneList: ListSource = {
  name: 'milestone',
  rows: (source) => source.createQueryBuilder(MilestoneRow, 'x').select(columnsOf(MilestoneRow, 'x')),
  columns: { id: 'x.id', title: 'x.title', created_at: 'x.created_at', updated_at: 'x.updated_at' },
  search: { id: 'x.id', title: 'x.title' },
  updatedAt: 'x.updated_at',
};

@Injectable()
export class MilestoneStore {
  constructor(
    private readonly source: DataSource,
    @InjectRepository(MilestoneRow) private readonly milestones: Repository<MilestoneRow>,
  ) {}

  list(project: string, query: ListQuery): Promise<Page<MilestoneRow>> {
    return listPage(this.source, milestoneList, query, [
      { sql: 'x.project_uuid = :project', parameters: { project } },
    ]);
  }

  async find(project: string, name: string): Promise<MilestoneRow | undefined> {
    return (await this.milestones.findOneBy({ projectUuid: project, ...idOrUuid(name) })) ?? undefined;
  }

  async insert(
    tx: EntityManager,
    given: Omit<MilestoneRow, 'uuid' | 'createdAt' | 'updatedAt'>,
  ): Promise<MilestoneRow> {
    const now = new Date();
    const row = { ...given, uuid: uuidv7(), createdAt: now, updatedAt: now };
    await reserving({ milestone_id_key: 'id' }, () => tx.insert(MilestoneRow, row));
    return row;
  }

  async remove(tx: EntityManager, { uuid }: MilestoneRow): Promise<void> {
    await tx.delete(MilestoneRow, { uuid });
  }
}
