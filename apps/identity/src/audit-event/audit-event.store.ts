import type { AuditRecord } from '@holdfast/contracts';
import { isUuid, leastIdAt, type ListQuery, type Page } from '@holdfast/kernel';
import { columnsOf, listPage, type Condition, type ListSource } from '@holdfast/platform/persistence';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Any, DataSource, Repository } from 'typeorm';
import { AccountRow } from '../account/account.entity.js';
import { AuditEventRow } from './audit-event.entity.js';
import { countRecords, expireRecords, keepRecords } from './audit-event.query.js';
import { namesOf } from './audit-event.rules.js';

/** An event with the account as it is called now. */
export interface NamedAuditEvent extends AuditEventRow {
  /** Null when the account was purged. */
  accountId: string | null;
}

/** An event is searched within its company; those who search are few. */
export const auditEventList: ListSource = {
  name: 'audit_event',
  rows: (source) =>
    source
      .createQueryBuilder(AuditEventRow, 'e')
      .leftJoin(AccountRow, 'a', 'a.uuid = e.accountUuid')
      .select([columnsOf(AuditEventRow, 'e'), 'a.id as "accountId"']),
  columns: { id: 'e.id', timestamp: 'e.timestamp' },
  search: { operation: 'e.operation', target: `e.target->>'id'`, address: 'e.address' },
  updatedAt: 'e.timestamp',
  filters: { operation: 'e.operation', address: 'e.address' },
};

/** The events of all companies. Nothing here changes one, but that refused logins go on being counted. */
@Injectable()
export class AuditEventStore {
  constructor(
    private readonly source: DataSource,
    @InjectRepository(AccountRow) private readonly all: Repository<AccountRow>,
  ) {}

  list(company: string, query: ListQuery, conditions: Condition[]): Promise<Page<NamedAuditEvent>> {
    const own = { sql: 'e.company_uuid = :company', parameters: { company } };
    return listPage(this.source, auditEventList, query, [own, ...conditions]);
  }

  find(company: string, id: string): Promise<NamedAuditEvent | undefined> {
    return auditEventList
      .rows(this.source)
      .where('e.companyUuid = :company and e.id = :id', { company, id })
      .getRawOne<NamedAuditEvent>();
  }

  /** The uuids of accounts of the company by their ids or uuids, deactivated ones too. */
  async accounts(company: string, names: readonly string[]): Promise<string[]> {
    const uuids = names.filter(isUuid);
    const ids = names.filter((name) => !isUuid(name));
    const where = { companyUuid: company, id: Any(ids) };
    const found = ids.length ? await this.all.find({ select: { uuid: true }, where }) : [];
    return [...uuids, ...found.map(({ uuid }) => uuid)];
  }

  /** Stores each record once. */
  async keep(records: readonly AuditRecord[]): Promise<void> {
    if (records.length) await keepRecords(this.source, [written(records)]);
  }

  /** Stores records whose counts go on growing. */
  async count(records: readonly AuditRecord[]): Promise<void> {
    if (records.length) await countRecords(this.source, [written(records)]);
  }

  /** Removes at most so many events that are older than that time; answers how many. */
  async expire(before: number, most: number): Promise<number> {
    return (await expireRecords(this.source, [leastIdAt(before), most])).length;
  }
}

const written = (records: readonly AuditRecord[]): string =>
  JSON.stringify(records.map((record) => ({ ...record, names: namesOf(record.target) })));
