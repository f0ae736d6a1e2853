import { type AuditRecord, type PendingAudit, type PendingAuditAnswer } from '@holdfast/contracts';
import { DomainError } from '@holdfast/kernel';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { log } from '../../observability/logger.js';
import {
  forgetRecords,
  keepRecords,
  openRecord,
  pendingRecords,
  settleRecord,
} from './audit-outbox.query.js';

/** The table of a schema in which records wait to be collected; every service that changes something has one. */
export const createAuditOutbox = (schema: string): string => `
  create table ${schema}.audit_outbox (
    id text collate "C" constraint audit_outbox_pkey primary key,
    record jsonb not null,
    open_until timestamptz
  )`;

/** So many records are kept by one statement. */
const keptTogether = 1_000;

/** The records of this service that wait. Identity asks for them and stores each once, by its id. */
@Injectable()
export class AuditOutbox {
  constructor(private readonly source: DataSource) {}

  /** Forgets what was stored, and answers the oldest of the rest. */
  async pending({ collected }: PendingAudit): Promise<PendingAuditAnswer> {
    if (collected.length) await forgetRecords(this.source, [collected]);
    return { records: (await pendingRecords(this.source, [])).map(({ record }) => record) };
  }

  /** Keeps records of changes that have happened outside of the database. They may be kept again: their ids tell. */
  async keep(records: readonly AuditRecord[]): Promise<void> {
    for (let at = 0; at < records.length; at += keptTogether) {
      const part = records.slice(at, at + keptTogether);
      await keepRecords(this.source, [part.map(({ id }) => id), part.map((each) => JSON.stringify(each))]);
    }
  }

  /**
   * Records a change that is made outside of the database. The record is written before the change, and completed after
   * it. If the process ends in between, the outcome stays `unknown`. If the change is refused, the record is removed.
   */
  async around<T>(record: AuditRecord | undefined, change: () => Promise<T>): Promise<T> {
    if (!record) return change();
    await openRecord(this.source, [record.id, JSON.stringify({ ...record, outcome: 'unknown' })]);
    let result: T;
    try {
      result = await change();
    } catch (error) {
      if (isRefusal(error)) await forgetRecords(this.source, [[record.id]]).catch(leftOpen);
      throw error;
    }
    await settleRecord(this.source, [record.id, JSON.stringify(record)]).catch(leftOpen);
    return result;
  }
}

/** After any other failure the change may have taken effect all the same. */
const isRefusal = (error: unknown): boolean =>
  error instanceof DomainError && error.code !== 'unavailable' && error.code !== 'fault';

const leftOpen = (error: unknown): void =>
  log.warn({ err: error }, 'what became of a change could not be recorded');
