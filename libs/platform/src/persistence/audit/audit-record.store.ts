import type { AuditRecord } from '@holdfast/contracts';
import type { CallContext } from '@holdfast/kernel';
import type { EntityManager } from 'typeorm';
import { keepPending } from './audit-outbox.query.js';
import { recordOf, type AuditOptions, type Changed } from './performed.js';
import { stillAllowed } from './still-allowed.js';

/** Writes a record in the transaction of the change: both are there, or neither. */
export const keepRecord = async (tx: EntityManager, record: AuditRecord): Promise<void> => {
  await keepPending(tx, [record.id, JSON.stringify(record)]);
};

/**
 * Records one change of a transaction: what comes last in it, when all rows are held.
 * @throws DomainError where the caller may not make it any more
 */
export const recordChange = async <T extends Changed>(
  tx: EntityManager,
  ctx: CallContext,
  changed: T,
  options: AuditOptions<T> = {},
): Promise<void> => {
  await stillAllowed(tx.connection, ctx);
  const made = recordOf(ctx, changed, options);
  if (made) await keepRecord(tx, made);
};
