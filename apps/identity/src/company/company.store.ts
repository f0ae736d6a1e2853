import { uuidv7 } from '@holdfast/kernel';
import { reserving, statement } from '@holdfast/platform/persistence';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { deactivatedId, underFreeId } from '../database/free-id.query.js';
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

  /** Whether any company, deactivated or not, has this id. */
  async exists(id: string): Promise<boolean> {
    return (await this.source.query<unknown[]>('select from company where id = $1', [id])).length > 0;
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
      storage_limit: null,
      storage_used: '0',
      created_at: now,
      updated_at: now,
      deleted_at: null,
      old_id: null,
    };
    await reserving({ company_id_key: 'id' }, () => tx.insert(CompanyRow, row));
    return row;
  }

  async update(tx: EntityManager, row: CompanyRow, change: { name: string }): Promise<CompanyRow> {
    const changed = { ...change, updated_at: new Date() };
    await tx.update(CompanyRow, { uuid: row.uuid }, changed);
    return { ...row, ...changed };
  }

  /** Sets the most bytes that it may store; null: any number. */
  async limit(tx: EntityManager, { uuid }: CompanyRow, limit: number | null): Promise<void> {
    const storage_limit = limit === null ? null : String(limit);
    await tx.update(CompanyRow, { uuid }, { storage_limit, updated_at: new Date() });
  }

  /** Holds the active company with this id until the transaction ends. */
  async lock(tx: EntityManager, id: string): Promise<CompanyRow | undefined> {
    const rows: CompanyRow[] = await tx.query(
      'select * from company where id = $1 and deleted_at is null for update',
      [id],
    );
    return rows.at(0);
  }

  /** The old key ends, the new one derives from the next version. */
  async rotateKey(tx: EntityManager, row: CompanyRow): Promise<CompanyRow> {
    const changed = { key_version: row.key_version + 1, updated_at: new Date() };
    await tx.update(CompanyRow, { uuid: row.uuid }, changed);
    return { ...row, ...changed };
  }

  async deactivate(tx: EntityManager, row: CompanyRow): Promise<CompanyRow> {
    const now = new Date();
    const id = await deactivatedId(tx, 'company', row.uuid, row.id);
    const changed = { id, old_id: row.id, deleted_at: now, updated_at: now };
    await underFreeId(() => tx.update(CompanyRow, { uuid: row.uuid }, changed));
    return { ...row, ...changed };
  }

  /** Every company by id, deactivated ones too, with what it holds. */
  async summaries(
    after: string,
    limit: number,
  ): Promise<(CompanyRow & { users: number; projects: number })[]> {
    return this.source.query(
      `select c.*,
              (select count(*)::int from account where company_uuid = c.uuid and type = 'user' and deleted_at is null) as users,
              (select count(*)::int from project where company_uuid = c.uuid and deleted_at is null) as projects
         from company c where c.id > $1 order by c.id limit $2`,
      [after, limit],
    );
  }
}
