import { uuidv7, type ListQuery, type Page } from '@holdfast/kernel';
import { columnsOf, idOrUuid, listPage, reserving, type ListSource } from '@holdfast/platform/persistence';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { DataSource, Repository, type EntityManager } from 'typeorm';
import { KeepsakeRow } from './keepsake.entity.js';

export const keepsakeList: ListSource = {
  name: 'keepsake',
  rows: (source) => source.createQueryBuilder(KeepsakeRow, 'x').select(columnsOf(KeepsakeRow, 'x')),
  columns: { id: 'x.id', title: 'x.title', created_at: 'x.created_at', updated_at: 'x.updated_at' },
  search: { id: 'x.id', title: 'x.title' },
  updatedAt: 'x.updated_at',
};

@Injectable()
export class KeepsakeStore {
  constructor(
    private readonly source: DataSource,
    @InjectRepository(KeepsakeRow) private readonly keepsakes: Repository<KeepsakeRow>,
  ) {}

  list(project: string, query: ListQuery): Promise<Page<KeepsakeRow>> {
    return listPage(this.source, keepsakeList, query, [
      { sql: 'x.project_uuid = :project', parameters: { project } },
    ]);
  }

  async find(project: string, name: string): Promise<KeepsakeRow | undefined> {
    return (await this.keepsakes.findOneBy({ projectUuid: project, ...idOrUuid(name) })) ?? undefined;
  }

  async insert(
    tx: EntityManager,
    given: Omit<KeepsakeRow, 'uuid' | 'createdAt' | 'updatedAt'>,
  ): Promise<KeepsakeRow> {
    const now = new Date();
    const row = { ...given, uuid: uuidv7(), createdAt: now, updatedAt: now };
    await reserving({ keepsake_id_key: 'id' }, () => tx.insert(KeepsakeRow, row));
    return row;
  }

  /** Whether it was there. */
  async remove(tx: EntityManager, { uuid }: KeepsakeRow): Promise<boolean> {
    return (await tx.delete(KeepsakeRow, { uuid })).affected === 1;
  }
}
