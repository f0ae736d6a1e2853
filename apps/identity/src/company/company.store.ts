import { uuidv7 } from '@holdfast/kernel';
import { reserving } from '@holdfast/platform/persistence';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { IsNull, Repository, type EntityManager } from 'typeorm';
import { deactivatedId, underFreeId } from '../database/free-id.js';
import { CompanyRow } from './company.entity.js';

const active = { deletedAt: IsNull() } as const;

@Injectable()
export class CompanyStore {
  constructor(@InjectRepository(CompanyRow) private readonly companies: Repository<CompanyRow>) {}

  /** The active company with this id. */
  async find(id: string): Promise<CompanyRow | undefined> {
    return (await this.companies.findOneBy({ id, ...active })) ?? undefined;
  }

  /** Whether any company, deactivated or not, has this id. */
  exists(id: string): Promise<boolean> {
    return this.companies.existsBy({ id });
  }

  get(uuid: string): Promise<CompanyRow> {
    return this.companies.findOneByOrFail({ uuid });
  }

  async insert(tx: EntityManager, { id, name }: { id: string; name: string }): Promise<CompanyRow> {
    const now = new Date();
    const row: CompanyRow = {
      uuid: uuidv7(),
      id,
      name,
      keyVersion: 1,
      storageLimit: null,
      storageUsed: '0',
      createdAt: now,
      updatedAt: now,
      deletedAt: null,
      oldId: null,
    };
    await reserving({ company_id_key: 'id' }, () => tx.insert(CompanyRow, row));
    return row;
  }

  async update(tx: EntityManager, row: CompanyRow, change: { name: string }): Promise<CompanyRow> {
    const changed = { ...change, updatedAt: new Date() };
    await tx.update(CompanyRow, { uuid: row.uuid }, changed);
    return { ...row, ...changed };
  }

  /** Sets the most bytes that it may store; null: any number. */
  async limit(tx: EntityManager, { uuid }: CompanyRow, limit: number | null): Promise<void> {
    const storageLimit = limit === null ? null : String(limit);
    await tx.update(CompanyRow, { uuid }, { storageLimit, updatedAt: new Date() });
  }

  /** Holds the active company with this id until the transaction ends. */
  async lock(tx: EntityManager, id: string): Promise<CompanyRow | undefined> {
    const lock = { mode: 'pessimistic_write' } as const;
    return (await tx.findOne(CompanyRow, { where: { id, ...active }, lock })) ?? undefined;
  }

  /** The old key ends, the new one derives from the next version. */
  async rotateKey(tx: EntityManager, row: CompanyRow): Promise<CompanyRow> {
    const changed = { keyVersion: row.keyVersion + 1, updatedAt: new Date() };
    await tx.update(CompanyRow, { uuid: row.uuid }, changed);
    return { ...row, ...changed };
  }

  async deactivate(tx: EntityManager, row: CompanyRow): Promise<CompanyRow> {
    const now = new Date();
    const id = await deactivatedId(tx, CompanyRow, { id: row.id });
    const changed = { id, oldId: row.id, deletedAt: now, updatedAt: now };
    await underFreeId(() => tx.update(CompanyRow, { uuid: row.uuid }, changed));
    return { ...row, ...changed };
  }
}
