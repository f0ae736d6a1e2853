import type { AuditRecord } from '@holdfast/contracts';
import type { CallContext } from '@holdfast/kernel';
import type { EntityManager } from 'typeorm';
import { recordOf, type AuditOptions, type Changed } from './performed.js';

/** A connection that runs named statements. */
export interface AuditConnection {
  query(statement: { name: string; text: string; values: unknown[] }): Promise<unknown>;
}

/** Writes a record in the transaction of the change: both are there, or neither. */
export const keepRecord = async (connection: AuditConnection, record: AuditRecord): Promise<void> => {
  await connection.query({
    name: 'audit_keep',
    text: 'insert into audit_outbox (id, record) values ($1, $2)',
    values: [record.id, JSON.stringify(record)],
  });
};

/** Records one change of a transaction. */
export const recordChange = async <T extends Changed>(
  tx: EntityManager,
  ctx: CallContext,
  changed: T,
  options: AuditOptions<T> = {},
): Promise<void> => {
  const made = recordOf(ctx, changed, options);
  if (made) await keepRecord((await tx.queryRunner?.connect()) as AuditConnection, made);
};
