import { uuidv7 } from '@holdfast/kernel';
import { reserving, statement } from '@holdfast/platform/persistence';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { CompanyRow } from './company.entity.js';

const byId = statement<CompanyRow>(
  'company_by_id',
  'select * from company where id = $1 and deleted_at is null',
);
const byUuid = statement<CompanyRow>('company_by_uuid', 'select * from company where uuid = $1');

@Injectable()
export class CompanyStore {
  constructor(private readonly source: DataSource) {}

  /** The active company with this id. */
  async find(id: string): Promise<CompanyRow | undefined> {
    return (await byId(this.source, [id]))[0];
  }

  async get(uuid: string): Promise<CompanyRow> {
    return (await byUuid(this.source, [uuid]))[0];
  }

  async insert(tx: EntityManager, { id, name }: { id: string; name: string }): Promise<CompanyRow> {
    const now = new Date();
    const row: CompanyRow = {
      uuid: uuidv7(),
      id,
      name,
      key_version: 1,
      created_at: now,
      updated_at: now,
      deleted_at: null,
      old_id: null,
    };
    await reserving({ company_id_key: 'id' }, () => tx.insert(CompanyRow, row));
    return row;
  }
}
